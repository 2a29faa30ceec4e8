import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, screen, userEvent, waitFor, within } from "storybook/test";
import { Failure } from "../../channels/client.ts";
import { remembering, withToasts } from "../memory_story.tsx";
import { learningEvents } from "../sample_care.ts";
import { DAY_MS, sampleRules } from "../sample_rules.ts";
import { LearningHistory } from "./LearningHistory.tsx";

const now = Date.now();
const lived = { rules: sampleRules(now), events: learningEvents(now) };

const meta = {
  component: LearningHistory,
  args: { open: true, onClose: fn() },
  decorators: [withToasts],
} satisfies Meta<typeof LearningHistory>;

export default meta;
type Story = StoryObj<typeof meta>;

const dialog = async () => within(await screen.findByRole("dialog"));

/** Day by day, in words, with the rule's text where the rule is still there. */
export const Default: Story = {
  ...remembering(lived).story,
  play: async () => {
    const page = await dialog();
    await expect(await page.findByText("8 次交互之后，置信度从 62% 升到 71%")).toBeVisible();
    await expect(page.getByText("从 5 次交互中学到，置信度 62%")).toBeVisible();
    await expect(page.getByText("因你的判断、取舍或一处冲突，置信度从 61% 降到 52%")).toBeVisible();
    const deleted = page.getByText("你删除了它，以后不再学到").closest("li") as HTMLElement;
    await expect(within(deleted).getByText("一条已删除的规则")).toBeVisible();
    await expect(page.getAllByText("动作场景偏好短句").length).toBeGreaterThan(1);
    await expect(page.getByText("从这里开始。")).toBeVisible();
  },
};

/** One rule's own story, and back to all. */
export const OneRule: Story = {
  ...remembering(lived).story,
  play: async () => {
    const page = await dialog();
    await userEvent.click(
      (await page.findAllByRole("button", { name: "偏好使用文言文句式" }))[0] as HTMLElement,
    );
    await expect(await page.findByRole("heading", { name: "这条规则的历史" })).toBeVisible();
    await waitFor(() => expect(page.queryByText("动作场景偏好短句")).toBeNull());
    await userEvent.click(page.getByRole("button", { name: "全部规则" }));
    await expect((await page.findAllByText("动作场景偏好短句"))[0]).toBeVisible();
  },
};

const many = Array.from({ length: 120 }, (_, n) => ({
  at: now - n * DAY_MS,
  kind: n === 110 ? "confirmed" : "raised",
  ruleId: "rule_short",
  runId: "run",
  before: 0.5,
  after: 0.6,
  supporting: 4,
  contradicting: 0,
}));

/** A filter that leaves nothing of the first page looks on by itself. */
export const Filtered: Story = {
  ...remembering({ ...lived, events: many }).story,
  play: async () => {
    const page = await dialog();
    await expect(await page.findAllByRole("listitem")).toHaveLength(50);
    await userEvent.selectOptions(page.getByLabelText("显示"), "你的操作");
    await expect(await page.findByText("你确认了它")).toBeVisible();
    await expect(page.getAllByRole("listitem")).toHaveLength(1);
    await userEvent.selectOptions(page.getByLabelText("显示"), "自动变更或移除");
    await expect(await page.findByText("还没有这一类的记录。")).toBeVisible();
  },
};

/** Page by page; at the beginning of it all the focus stays where it was. */
export const More: Story = {
  ...remembering({ ...lived, events: many }).story,
  play: async () => {
    const page = await dialog();
    (await page.findByRole("button", { name: "更早的" })).focus();
    await userEvent.keyboard("{Enter}");
    await waitFor(() => expect(page.getAllByRole("listitem")).toHaveLength(100));
    await userEvent.keyboard("{Enter}");
    await expect(await page.findByText("从这里开始。")).toBeVisible();
    await waitFor(() => expect(document.activeElement).not.toBe(document.body));
  },
};

export const Empty: Story = {
  ...remembering({}).story,
  play: async () => {
    await expect(await (await dialog()).findByText("还没有学到什么。")).toBeVisible();
  },
};

const refusing = remembering(lived, {
  "memory:learning:history": new Failure({ code: "DB_ERROR", message: "no", retryable: true }),
});

export const Failed: Story = {
  ...refusing.story,
  play: async () => {
    const page = await dialog();
    await userEvent.click(await page.findByRole("button", { name: "重试" }));
    await expect(refusing.memory.client.callsOf("memory:learning:history").length).toBeGreaterThan(
      1,
    );
  },
};

export const English: Story = {
  ...remembering(lived, {}, { language: "en" }).story,
  play: async () => {
    const page = await dialog();
    await expect(
      await page.findByText("confidence rose from 62% to 71% after 8 interactions"),
    ).toBeVisible();
    await expect(page.getByText("a deleted rule")).toBeVisible();
  },
};

export const Dark: Story = {
  ...remembering(lived, {}, { theme: "dark" }).story,
  play: async () => {
    await expect(await (await dialog()).findByText("从这里开始。")).toBeVisible();
  },
};
