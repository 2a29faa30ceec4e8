import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, screen, userEvent, waitFor } from "storybook/test";
import { Failure } from "../../channels/client.ts";
import { never } from "../../channels/scripted.ts";
import { Toasts } from "../../parts/Toasts/Toasts.tsx";
import { PAGE } from "../RuleList/RuleList.tsx";
import { contradiction, manyRules, PROJECT, sampleRules } from "../sample_rules.ts";
import { scriptedMemory } from "../scripted_memory.ts";
import { MemoryPanel } from "./MemoryPanel.tsx";
import { button, card, lived, now, press, told } from "./telling.ts";

const meta = {
  component: MemoryPanel,
  decorators: [
    (Story) => (
      <>
        <Story />
        <Toasts />
      </>
    ),
  ],
} satisfies Meta<typeof MemoryPanel>;

export default meta;
type Story = StoryObj<typeof meta>;

const first = told(lived);

/** R73, R74: scopes, categories, what a rule says of itself, and the numbers below. */
export const Default: Story = {
  ...first.story,
  play: async () => {
    const short = await card("动作场景偏好短句");
    await expect(short.getByRole("meter")).toHaveAttribute("aria-valuetext", "87%");
    await expect(short.getByText("从 23 次交互中蒸馏")).toBeVisible();
    await expect(short.getByText("最近更新")).toBeVisible();
    await expect(short.getByText("平均句长 < 15 字（动作）")).toBeVisible();
    for (const group of ["写作风格", "叙事偏好", "角色偏好", "节奏"]) {
      await expect(screen.getByRole("heading", { name: new RegExp(group) })).toBeVisible();
    }
    await expect(screen.queryByRole("heading", { name: /词汇/ })).toBeNull();
    await expect(screen.getByText("已积累 128 次交互")).toBeVisible();
    await expect(screen.getByText("上次更新后新增 12 次")).toBeVisible();

    await userEvent.click(screen.getByRole("tab", { name: /全局/ }));
    await expect(await screen.findByRole("heading", { name: /词汇/ })).toBeVisible();
    const overridden = await card("偏好第一人称");
    await expect(overridden.getByText("在本项目中由「使用第三人称全知视角」代替。")).toBeVisible();
    await userEvent.click(screen.getByRole("tab", { name: /本项目/ }));
  },
};

const pausing = told({ ...lived, paused: "project" });

/** R79: the badge, and what it takes to go on. */
export const Paused: Story = {
  ...pausing.story,
  play: async () => {
    const badge = await screen.findByText("学习已暂停");
    const { backgroundColor } = getComputedStyle(badge);
    await expect(backgroundColor).toBe("rgb(244, 213, 138)");
    await expect(await button("更新偏好")).toBeDisabled();
    await userEvent.click(await button("恢复学习"));
    await waitFor(() => expect(screen.queryByText("学习已暂停")).toBeNull());
    await expect(await button("更新偏好")).toBeEnabled();
    await userEvent.click(await button("暂停学习"));
    await expect(await screen.findByText("学习已暂停")).toBeVisible();
  },
};

const nothing = told({});

/** R80: a new author, and the way on. */
export const Empty: Story = {
  ...nothing.story,
  args: { onLoadSample: fn() },
  play: async ({ args }) => {
    await expect(await screen.findByText("AI 正在学习你的写作偏好，使用越多越精准")).toBeVisible();
    await userEvent.click(await button("载入示例项目"));
    await expect(args.onLoadSample).toHaveBeenCalledOnce();
    await expect(screen.getAllByRole("button", { name: "手动添加规则" })[0]).toBeVisible();
  },
};

const torn = told({
  ...lived,
  rules: [...sampleRules(now), ...contradiction(now)],
  conflicts: [["rule_brief", "rule_long"]],
});

/** R71, R72: two rules that cannot both hold; the author chooses, and the other goes. */
export const Conflict: Story = {
  ...torn.story,
  play: async () => {
    await expect(await screen.findByText("检测到偏好冲突，请选择你更倾向的风格")).toBeVisible();
    const brief = await card("偏好短句");
    await expect(brief.getByText("有冲突")).toBeVisible();
    await userEvent.click(await button(/^选.*偏好短句/));
    await waitFor(() => expect(screen.queryByText("偏好长句")).toBeNull());
    dispatchEvent(new PageTransitionEvent("pagehide")); // whoever leaves has decided
    await expect(await brief.findByText("已确认")).toBeVisible();
    await expect(screen.queryByText("检测到偏好冲突，请选择你更倾向的风格")).toBeNull();
  },
};

const broken = told(
  {
    ...lived,
    degradations: [
      {
        code: "MEMORY_DEGRADE_EPISODES_UNREADABLE",
        reason: "EPISODES_UNREADABLE",
        message: {
          en: "past interactions cannot be read: none of them is recalled; your rules still hold",
          zh: "无法读取过往交互：暂不参考过往经历，已学到的规则仍然有效",
        },
        cure: { en: "run `mohen doctor`", zh: "运行 `mohen doctor`" },
      },
    ],
  },
  {
    "memory:semantic:list": () => ({
      items: sampleRules(now).map((each) => broken.memory.rule(each.id) ?? each),
      counts: { total: 7, confirmed: 3, byCategory: {}, byOrigin: {} },
      learning: { paused: false, projectId: PROJECT },
      offers: [],
    }),
  },
);

/** R96: episodes cannot be read; rules are there and can be governed still. */
export const Degraded: Story = {
  ...broken.story,
  play: async () => {
    await expect(await screen.findByText("mohen doctor")).toBeVisible();
    await expect(screen.getByText("暂时无法统计交互次数")).toBeVisible();
    const rule = await card("动作场景偏好短句");
    await userEvent.click(rule.getByRole("button", { name: "确认" }));
    await expect(await rule.findByText("已确认")).toBeVisible();
    await expect(broken.memory.rule("rule_short")?.userConfirmed).toBe(true);
  },
};

export const Loading: Story = {
  ...told(lived, { "memory:semantic:list": never }).story,
  play: async () => {
    await expect((await screen.findAllByText("正在载入……"))[0]).toBeInTheDocument();
    await expect(screen.getByRole("tab", { name: /本项目/ })).toBeVisible();
  },
};

const unreadable = new Failure({
  code: "DB_ERROR",
  message: "the database is damaged",
  retryable: false,
  details: { reason: "corrupt" },
});
const failing = told(lived);
const well = scriptedMemory(lived);

/** R97: nothing of the memory can be read; and it comes back. */
export const Failed: Story = {
  ...failing.story,
  beforeEach: () => {
    failing.memory.begin();
    failing.memory.client.script({
      "memory:semantic:list": unreadable,
      "memory:status": unreadable,
    });
  },
  play: async () => {
    await expect(await screen.findByText("记忆系统暂时不可用，AI 将以通用模式工作")).toBeVisible();
    // Said once, not by everything that could not be read.
    await expect(screen.queryByText("记忆库损坏")).toBeNull();
    failing.memory.client.script({
      "memory:semantic:list": async (asked) =>
        (await well.client.call("memory:semantic:list", asked)).data,
      "memory:status": async (asked) => (await well.client.call("memory:status", asked)).data,
    });
    await userEvent.click(await button("再看一次"));
    await expect(await screen.findByText("动作场景偏好短句")).toBeVisible();
  },
};

const refusing = told(lived, { "memory:semantic:list": unreadable });

/** Only the rules cannot be read: the list says so, and can be asked again. */
export const ListFailed: Story = {
  ...refusing.story,
  play: async () => {
    await expect(await screen.findByText("记忆库损坏")).toBeVisible();
    await userEvent.click(await button("重试"));
    await expect(await screen.findByText("记忆库损坏")).toBeVisible();
  },
};

export const English: Story = {
  ...told(lived, {}, { language: "en" }).story,
  play: async () => {
    const rule = await card("Prefers short sentences in action scenes");
    await expect(rule.getByText("Distilled from 23 interactions")).toBeVisible();
    await press(rule.getByRole("button", { name: "More actions" }));
    await userEvent.click(
      await screen.findByRole("menuitem", { name: "Show the Chinese wording" }),
    );
    await expect(await rule.findByText("动作场景偏好短句")).toBeVisible();
  },
};

export const Dark: Story = {
  ...told({ ...lived, paused: "everywhere" }, {}, { theme: "dark" }).story,
  play: async () => {
    await expect(await screen.findByText("学习已暂停")).toBeVisible();
    await card("动作场景偏好短句");
  },
};

export const Narrow: Story = {
  ...told(lived).story,
  decorators: [
    (Story) => (
      <div style={{ width: 320 }}>
        <Story />
      </div>
    ),
  ],
  play: async ({ canvasElement }) => {
    await card("动作场景偏好短句");
    const panel = canvasElement.querySelector("section");
    await expect(panel?.scrollWidth).toBeLessThanOrEqual(320);
  },
};

const MANY = 500;

export const FiveHundredRules: Story = {
  ...told({ ...lived, rules: manyRules(MANY, now) }).story,
  play: async () => {
    // By label and text: a query by role computes the role of every element of every card.
    const search = await screen.findByLabelText("搜索规则");
    await expect(document.querySelectorAll("article")).toHaveLength(PAGE);
    await userEvent.click(search);
    await userEvent.paste("第 499 条");
    await expect(await screen.findByText("找到 1 条规则")).toBeVisible();
    await userEvent.selectOptions(screen.getByLabelText("分类"), "pacing");
    await userEvent.clear(search);
    await expect(await screen.findByText("找到 100 条规则")).toBeVisible();
    await userEvent.selectOptions(screen.getByLabelText("状态"), "confirmed");
    await expect(await screen.findByText("找到 25 条规则")).toBeVisible();
  },
};
