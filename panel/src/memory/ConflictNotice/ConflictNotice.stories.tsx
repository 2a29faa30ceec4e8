import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, screen, userEvent, waitFor, within } from "storybook/test";
import { Failure } from "../../channels/client.ts";
import { remembering, settled, withToasts } from "../memory_story.tsx";
import { contradiction, sampleRule } from "../sample_rules.ts";
import { ConflictNotice } from "./ConflictNotice.tsx";

const one = { rules: contradiction(Date.now()), conflicts: [["rule_brief", "rule_long"]] as const };
const two = {
  rules: [
    ...one.rules,
    sampleRule({ id: "rule_i", rule: "第一人称叙述", origin: "manual", conflictMarked: true }),
    sampleRule({
      id: "rule_he",
      rule: "第三人称叙述",
      confidence: 0.52,
      tally: { supporting: 13, contradicting: 2, gone: 0 },
      conflictMarked: true,
    }),
  ],
  conflicts: [...one.conflicts, ["rule_i", "rule_he"]] as const,
};

const meta = {
  component: ConflictNotice,
  decorators: [withToasts],
} satisfies Meta<typeof ConflictNotice>;

export default meta;
type Story = StoryObj<typeof meta>;

const asked = "检测到偏好冲突，请选择你更倾向的风格";
const button = (name: string | RegExp) => screen.findByRole("button", { name });

const leave = () => dispatchEvent(new PageTransitionEvent("pagehide"));

const choosing = remembering(one);

/** R72: the chosen one is confirmed, the other deleted. */
export const Choosing: Story = {
  ...choosing.story,
  play: async () => {
    const notice = within(await screen.findByRole("region", { name: asked }));
    const brief = within(notice.getByRole("article", { name: "偏好短句" }));
    await expect(brief.getByRole("meter")).toHaveAttribute("aria-valuetext", "55%");
    await expect(brief.getByText("8 次支持")).toBeVisible();
    await expect(notice.getByText(/选中的会被确认，另一条会被删除/)).toBeVisible();
    await userEvent.click(await button("选这一条：偏好短句"));
    await expect(
      await screen.findByText("已确认「偏好短句」，删除「偏好长句」。"),
    ).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole("region", { name: asked })).toBeNull());
    // Whoever leaves the page has decided.
    leave();
    await waitFor(() =>
      expect(choosing.memory.rule("rule_brief")).toMatchObject({ userConfirmed: true }),
    );
    await expect(choosing.memory.rule("rule_long")).toBeUndefined();
  },
};

/** One after the other, with the keyboard; the focus is never lost. */
export const Several: Story = {
  ...remembering(two).story,
  play: async () => {
    await expect(await screen.findByText("第 1 个，共 2 个")).toBeVisible();
    await userEvent.click(await button("下一个冲突"));
    await expect(await screen.findByRole("article", { name: "第三人称叙述" })).toBeVisible();
    await expect(await button("下一个冲突")).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    await expect(await screen.findByText("第 1 个，共 2 个")).toBeVisible();
    await userEvent.keyboard("{Enter}");
    await expect(screen.getByText("你手动添加")).toBeVisible();
    await expect(screen.getByText("13 次支持，2 次相反")).toBeVisible();
    (await button("选这一条：第一人称叙述")).focus();
    await userEvent.keyboard("{Enter}");
    await expect(await screen.findByRole("article", { name: "偏好短句" })).toBeVisible();
    await waitFor(() => expect(document.activeElement?.tagName).toBe("BUTTON"));
  },
};

/** Put off: a line says that it waits, and brings it back. */
export const Later: Story = {
  ...remembering(two).story,
  play: async () => {
    await userEvent.click(await button("以后再说"));
    await expect(await screen.findByText("有 2 个偏好冲突等你决定。")).toBeVisible();
    await waitFor(async () => expect(await button("现在决定")).toHaveFocus());
    await userEvent.keyboard("{Enter}");
    await expect(await screen.findByText(asked)).toBeVisible();
  },
};

const late = remembering(one, {
  "memory:conflict:resolve": new Failure({
    code: "CONFLICT",
    message: "the conflict is resolved already",
    retryable: false,
  }),
});

/** Somebody else was faster: that is no error. */
export const DecidedElsewhere: Story = {
  ...late.story,
  play: async () => {
    await userEvent.click(await button("选这一条：偏好长句"));
    leave();
    await expect(await screen.findByText("这个冲突已经解决了。")).toBeInTheDocument();
  },
};

const kept = remembering(one);

/** C108: both, each in a kind of scene of its own; and it can be taken back. */
export const KeepBoth: Story = {
  ...kept.story,
  play: async () => {
    await userEvent.click(await button("两条都留，按场景"));
    const brief = await screen.findByRole("combobox", { name: "「偏好短句」用于哪种场景" });
    await userEvent.selectOptions(brief, "描写");
    await userEvent.click(await button("都保留"));
    await userEvent.click(await button("撤销"));
    await expect(await screen.findByRole("region", { name: asked })).toBeVisible();
    await userEvent.click(await button("两条都留，按场景"));
    await userEvent.click(await button("都保留"));
    leave();
    await waitFor(() =>
      expect(kept.memory.rule("rule_brief")).toMatchObject({ userConfirmed: true }),
    );
    await expect(kept.memory.rule("rule_long")).toMatchObject({ userConfirmed: true });
  },
};

const peaceful = remembering({ rules: one.rules });

export const NoConflict: Story = {
  ...peaceful.story,
  play: async ({ canvasElement }) => {
    await waitFor(() =>
      expect(peaceful.memory.client.callsOf("memory:conflict:list").length).toBeGreaterThan(0),
    );
    await settled();
    await expect(canvasElement.querySelector("article")).toBeNull();
  },
};

export const English: Story = {
  ...remembering(two, {}, { language: "en" }).story,
  play: async () => {
    await expect(await screen.findByText(/choose the style you lean towards/)).toBeVisible();
    await expect(screen.getByRole("article", { name: "Prefers short sentences" })).toBeVisible();
  },
};

export const Dark: Story = {
  ...remembering(two, {}, { theme: "dark" }).story,
  play: async () => {
    await expect(await screen.findByText(asked)).toBeVisible();
  },
};

export const Narrow: Story = {
  ...remembering(two).story,
  decorators: [
    (Story) => (
      <div style={{ inlineSize: 320 }}>
        <Story />
      </div>
    ),
  ],
  play: async () => {
    await expect(await screen.findByText(asked)).toBeVisible();
  },
};
