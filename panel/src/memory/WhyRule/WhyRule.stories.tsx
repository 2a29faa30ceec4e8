import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, screen, userEvent, waitFor, within } from "storybook/test";
import { Failure } from "../../channels/client.ts";
import { never } from "../../channels/scripted.ts";
import { remembering, withToasts } from "../memory_story.tsx";
import { evidenceForShort, learningEvents, wholeEpisode } from "../sample_care.ts";
import { sampleRules } from "../sample_rules.ts";
import type { Beginning } from "../scripted_memory.ts";
import { WhyRule } from "./WhyRule.tsx";

const now = Date.now();
const lived: Beginning = {
  rules: sampleRules(now),
  events: learningEvents(now),
  testimonies: { rule_short: evidenceForShort(now) },
};
const whole = { "memory:episode:get": wholeEpisode("ep_chosen", now) };

const meta = {
  component: WhyRule,
  args: { rule: { id: "rule_short" }, onClose: fn() },
  decorators: [withToasts],
} satisfies Meta<typeof WhyRule>;

export default meta;
type Story = StoryObj<typeof meta>;

const dialog = async () => within(await screen.findByRole("dialog", { name: /规则|rule/i }));

/** The formula in words, the course over time, and every interaction with its difference. */
export const Learned: Story = {
  ...remembering(lived, whole).story,
  play: async () => {
    const page = await dialog();
    await expect(await page.findByText("动作场景偏好短句")).toBeVisible();
    await expect(page.getByText("92% × 25 ÷ (25 + 5) = 77%")).toBeVisible();
    await expect(page.getByText(/次数越多越接近 100%/)).toBeVisible();
    await expect(page.getByText("目前是 87%。")).toBeVisible();
    await expect(page.getByText("平均句长 < 15 字（动作）")).toBeVisible();
    const yes = within(page.getByRole("region", { name: "支持它的 23 次交互" }));
    await expect(yes.getAllByRole("article")).toHaveLength(4);
    await expect(yes.getByText("显示最近 4 次，共 23 次。")).toBeVisible();
    const no = within(page.getByRole("region", { name: "与它相反的 2 次交互" }));
    await expect(no.getByText("不符合 < 15 字")).toBeVisible();
    await expect(page.getByRole("img", { name: /87%/ })).toBeVisible();
  },
};

/** What was chosen over what: the other suggestions are fetched when they are asked for. */
export const OtherSuggestions: Story = {
  ...remembering(lived, whole).story,
  play: async () => {
    const page = await dialog();
    const chosen = (await page.findByText(/绳子断了/)).closest("article") as HTMLElement;
    await userEvent.click(within(chosen).getByText("当时的其他候选"));
    await expect(await within(chosen).findByText(/随着一声闷响/)).toBeVisible();
  },
};

const doubting = remembering(lived);

/** An interaction that was no preference is taken out: first what that does, then it is done. */
export const Forgetting: Story = {
  ...doubting.story,
  play: async () => {
    const page = await dialog();
    const against = (await page.findByText("不符合 < 15 字")).closest("article") as HTMLElement;
    await userEvent.click(within(against).getByRole("button", { name: "忘掉这次交互" }));
    const asking = within(await screen.findByRole("dialog", { name: "忘掉这次交互？" }));
    await expect(await asking.findByText(/有 1 条规则不再以它为依据/)).toBeVisible();
    const sure = () => doubting.memory.client.callsOf("memory:forget").filter((it) => !it.dryRun);
    await expect(sure()).toHaveLength(0);
    await userEvent.click(asking.getByRole("button", { name: "忘掉" }));
    await waitFor(() => expect(page.queryByText("不符合 < 15 字")).toBeNull());
    await expect(sure().map((it) => it.episodeId)).toEqual(["ep_against"]);
    await expect(page.getByText("96% × 24 ÷ (24 + 5) = 79%")).toBeVisible();
    await expect(screen.getByText("已忘掉这次交互。")).toBeInTheDocument();
  },
};

/** What the author typed needs no evidence. */
export const Typed: Story = {
  ...remembering(lived).story,
  args: { rule: { id: "rule_person" } },
  play: async () => {
    const page = await dialog();
    await expect(await page.findByText(/这是你在 .+ 写下的/)).toBeVisible();
    await expect(page.queryByRole("article")).toBeNull();
  },
};

/** How it read before, and who changed that. */
export const Reworded: Story = {
  ...remembering(lived).story,
  args: { rule: { id: "rule_cold" } },
  play: async () => {
    const page = await dialog();
    await userEvent.click(await page.findByText("旧的表述"));
    await expect(page.getByText("女主角话少")).toBeVisible();
    await expect(page.getByText(/你改的/)).toBeVisible();
  },
};

const broken = remembering({ ...lived, testimonies: {} });

/** R96: interactions cannot be read, the rule is there all the same. */
export const Degraded: Story = {
  ...broken.story,
  beforeEach: () => {
    broken.story.beforeEach();
    broken.memory.client.degrade("MEMORY_DEGRADE_EPISODES_UNREADABLE");
  },
  play: async () => {
    const page = await dialog();
    await expect(await page.findByText(/暂时无法读取过往交互/)).toBeVisible();
    await expect(page.getByText("动作场景偏好短句")).toBeVisible();
  },
};

export const Gone: Story = {
  ...remembering(lived).story,
  args: { rule: { id: "rule_nowhere" } },
  play: async () => {
    await expect(await (await dialog()).findByText("这条规则已经不在了。")).toBeVisible();
  },
};

const away = new Failure({ code: "UNREACHABLE", message: "nobody", retryable: true });
const failing = remembering(lived, { "memory:semantic:why": away });

export const Failed: Story = {
  ...failing.story,
  play: async () => {
    const page = await dialog();
    await userEvent.click(await page.findByRole("button", { name: "重试" }));
    await expect(failing.memory.client.callsOf("memory:semantic:why").length).toBeGreaterThan(1);
  },
};

export const Loading: Story = {
  ...remembering(lived, { "memory:semantic:why": never }).story,
  play: async () => {
    await expect((await dialog()).getByText("正在载入……")).toBeInTheDocument();
  },
};

export const English: Story = {
  ...remembering(lived, whole, { language: "en" }).story,
  play: async () => {
    const page = await dialog();
    await expect(await page.findByText("Prefers short sentences in action scenes")).toBeVisible();
    await expect(page.getByText(/92% of what 25 interactions show/)).toBeVisible();
    await expect(page.getByText("Your edit: -8.7 characters")).toBeVisible();
  },
};

export const Dark: Story = {
  ...remembering(lived, whole, { theme: "dark" }).story,
  play: async () => {
    await expect(await (await dialog()).findByText("动作场景偏好短句")).toBeVisible();
  },
};
