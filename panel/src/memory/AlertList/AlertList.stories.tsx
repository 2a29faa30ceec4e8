import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, screen, userEvent, waitFor, within } from "storybook/test";
import { Failure } from "../../channels/client.ts";
import { remembering, settled, withToasts } from "../memory_story.tsx";
import { noEpisodes } from "../sample_care.ts";
import { sampleRules } from "../sample_rules.ts";
import { AlertList } from "./AlertList.tsx";

const now = Date.now();
const rules = sampleRules(now);
const began = {
  code: noEpisodes.code,
  subject: "rules",
  state: "began",
  at: now - 7_200_000,
  reason: noEpisodes.reason,
  cure: noEpisodes.cure,
} as const;
const cleanup = {
  code: "MEMORY_CLEANUP_FAILED",
  subject: "upkeep",
  state: "began",
  at: now - 60_000,
  message: {
    en: "the cleanup could not be done: nothing is lost, and it is tried again",
    zh: "清理未能完成：没有丢失任何内容，稍后重试",
  },
  cure: { en: "run `mohen upkeep`", zh: "运行 `mohen upkeep`" },
} as const;

const meta = {
  component: AlertList,
  decorators: [withToasts],
} satisfies Meta<typeof AlertList>;

export default meta;
type Story = StoryObj<typeof meta>;

const broken = remembering({ rules, degradations: [noEpisodes], alerts: [began] });

/** R96: what is broken, once, with what to do; when it ends it goes, and that is said. */
export const Degraded: Story = {
  ...broken.story,
  play: async () => {
    const alert = within(
      (await screen.findByText(/已学到的规则仍然有效/)).closest("li") as HTMLElement,
    );
    await expect(alert.getByText("mohen doctor")).toBeVisible();
    await expect(alert.getByText("2小时前")).toBeVisible();
    await expect(screen.getAllByRole("listitem")).toHaveLength(1);
    broken.memory.care().degradations = [];
    broken.memory.care().alerts = [];
    broken.memory.client.push("memory:alert", { ...began, state: "ended", at: now });
    await waitFor(() => expect(screen.queryByText(/已学到的规则仍然有效/)).toBeNull());
    await expect(await screen.findByText("已恢复正常：过往交互")).toBeInTheDocument();
  },
};

const clock = {
  code: "MEMORY_DEGRADE_CLOCK_JUMPED",
  reason: "CLOCK_JUMPED",
  message: {
    en: "the clock is 200 days ahead of what this home has seen. Did that time pass?",
    zh: "时钟比这个记忆目录经历的时间快 200 天。这段时间真的过去了吗？",
  },
  cure: { en: "`mohen clock right`", zh: "`mohen clock right`" },
} as const;
const jumped = remembering(
  { rules, degradations: [clock] },
  {
    "memory:clock:answer": () => {
      jumped.memory.care().degradations = [];
      return { now, machine: now, ahead: 0, asked: false, held: 0, holdLeft: 0 };
    },
  },
);

/** A clock that jumped is a question with two answers. */
export const ClockJumped: Story = {
  ...jumped.story,
  play: async () => {
    await expect(await screen.findByText(/快 200 天/)).toBeVisible();
    await expect(screen.getByRole("button", { name: "时钟正确：时间确已过去" })).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "时钟有误" }));
    await waitFor(() => expect(screen.queryByText(/快 200 天/)).toBeNull());
    await expect(jumped.memory.client.callsOf("memory:clock:answer")).toEqual([{ passed: false }]);
  },
};

const calm = remembering({ rules });

/** C96: an alarm that is pushed reaches the author at once. */
export const Alarm: Story = {
  ...calm.story,
  play: async () => {
    await waitFor(() =>
      expect(calm.memory.client.callsOf("memory:status").length).toBeGreaterThan(0),
    );
    calm.memory.care().alerts = [cleanup];
    calm.memory.client.push("memory:alert", cleanup);
    await expect(await screen.findByText("清理未能完成：没有丢失任何内容，稍后重试")).toBeVisible();
    await expect(screen.getByRole("status")).toBeVisible();
  },
};

const unread = new Failure({
  code: "DB_ERROR",
  message: "corrupt",
  retryable: false,
  details: { reason: "corrupt" },
});
const silent = remembering({}, { "memory:status": unread, "memory:semantic:list": unread });

/** R97: nothing of the memory can be read. */
export const Unavailable: Story = {
  ...silent.story,
  play: async () => {
    const alert = await screen.findByRole("alert");
    await expect(alert).toHaveTextContent("记忆系统暂时不可用，AI 将以通用模式工作");
    const asked = silent.memory.client.callsOf("memory:status").length;
    await userEvent.click(within(alert).getByRole("button", { name: "再看一次" }));
    await expect(silent.memory.client.callsOf("memory:status").length).toBeGreaterThan(asked);
  },
};

const lost = remembering({ rules });

export const Unreachable: Story = {
  ...lost.story,
  play: async () => {
    lost.memory.client.setLink("lost");
    await expect(await screen.findByText("连不上墨痕")).toBeVisible();
    lost.memory.client.setLink("live");
    await waitFor(() => expect(screen.queryByText("连不上墨痕")).toBeNull());
  },
};

const told = remembering({ rules });

/** Where the page says it already, once is enough. */
export const LinkToldElsewhere: Story = {
  ...told.story,
  args: { linkToldElsewhere: true },
  play: async () => {
    await waitFor(() =>
      expect(told.memory.client.callsOf("memory:status").length).toBeGreaterThan(0),
    );
    told.memory.client.setLink("lost");
    await settled();
    await expect(screen.queryByText("连不上墨痕")).toBeNull();
  },
};

const whole = remembering({ rules });

export const Well: Story = {
  ...whole.story,
  play: async ({ canvasElement }) => {
    await waitFor(() =>
      expect(whole.memory.client.callsOf("memory:status").length).toBeGreaterThan(0),
    );
    await settled();
    await expect(canvasElement.querySelector("[role=status], [role=alert]")).toBeNull();
  },
};

export const Several: Story = {
  ...remembering(
    { rules, degradations: [noEpisodes], alerts: [began, cleanup] },
    {},
    { language: "en" },
  ).story,
  play: async () => {
    await expect(await screen.findAllByRole("listitem")).toHaveLength(2);
    await expect(screen.getByText(/your rules still hold/)).toBeVisible();
  },
};

export const Dark: Story = {
  ...remembering(
    { rules, degradations: [noEpisodes], alerts: [began, cleanup] },
    {},
    { theme: "dark" },
  ).story,
  play: async () => {
    await expect(await screen.findAllByRole("listitem")).toHaveLength(2);
  },
};
