import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, screen, userEvent, waitFor, within } from "storybook/test";
import { Failure } from "../../channels/client.ts";
import { never, type Script } from "../../channels/scripted.ts";
import { Toasts } from "../../parts/Toasts/Toasts.tsx";
import { contradiction, manyRules, PROJECT, sampleRule, sampleRules } from "../sample_rules.ts";
import { type Beginning, type ScriptedMemory, scriptedMemory } from "../scripted_memory.ts";
import { MemoryPanel } from "./MemoryPanel.tsx";

const HOUR_MS = 3_600_000;
const now = Date.now();
const lived: Beginning = {
  rules: sampleRules(now),
  episodes: 128,
  pending: 12,
  lastDistilledAt: now - 5 * HOUR_MS,
};

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

/** A story with a memory of its own, which begins anew at every telling. */
function told(given: Beginning, more: Script = {}, parameters: object = {}) {
  const memory = scriptedMemory(given, more);
  return {
    memory,
    story: {
      parameters: {
        mohen: {
          client: memory.client,
          projectId: PROJECT,
          language: "zh",
          bare: true,
          ...parameters,
        },
      },
      beforeEach: () => memory.begin(),
    } satisfies Story,
  };
}

const card = async (text: string) => {
  const found = await screen.findByText(text, { selector: "[data-rule] > p" });
  return within(found.closest("article") as HTMLElement);
};
const button = (name: string | RegExp) => screen.findByRole("button", { name });
/** As one does by hand: what is pressed is in sight, and the page stands still. */
const press = async (target: HTMLElement) => {
  target.scrollIntoView({ block: "center" });
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  await userEvent.click(target);
};
const sent = (memory: ScriptedMemory) =>
  memory.client.callsOf("memory:semantic:delete").filter((each) => !each.dryRun);

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

const confirming = told(lived);

/** R75: the author confirms what was learned; the next list says so too. */
export const Confirm: Story = {
  ...confirming.story,
  play: async () => {
    const rule = await card("动作场景偏好短句");
    await expect(rule.queryByText("已确认")).toBeNull();
    await userEvent.click(rule.getByRole("button", { name: "确认" }));
    await expect(await rule.findByText("已确认")).toBeVisible();
    await waitFor(() => expect(confirming.memory.rule("rule_short")?.userConfirmed).toBe(true));
    await userEvent.click(await rule.findByRole("button", { name: "取消确认" }));
    await waitFor(() => expect(confirming.memory.rule("rule_short")?.userConfirmed).toBe(false));
    await expect(rule.queryByText("已确认")).toBeNull();
  },
};

const editing = told(lived);

/** R76: edited where it stands. Somebody else was faster: both texts are there to choose from. */
export const Edit: Story = {
  ...editing.story,
  play: async () => {
    await userEvent.click((await card("动作场景偏好短句")).getByRole("button", { name: "修改" }));
    const field = await screen.findByRole("textbox", { name: "规则" });
    await userEvent.clear(field);
    await userEvent.keyboard("{Enter}");
    await expect(await screen.findByText("请写下你的偏好，规则不能为空。")).toBeVisible();
    await userEvent.type(field, "打斗用短句");
    editing.memory.meddle("rule_short", { rule: "打斗场景用短句", ruleZh: "打斗场景用短句" });
    await userEvent.keyboard("{Enter}");
    await expect(await screen.findByText("这条规则刚刚有了改动")).toBeVisible();
    await expect(screen.getByText("打斗场景用短句")).toBeVisible();
    await expect(field).toHaveValue("打斗用短句");
    await userEvent.click(await button("保存我的"));
    const rule = await card("打斗用短句");
    await expect(rule.getByText("你修改过")).toBeVisible();
    await expect(rule.getByRole("button", { name: "修改" })).toHaveFocus();
  },
};

const deleting = told(lived);

/** R77, C93: it says what it will do, can be undone, and is sent when the page is left. */
export const Delete: Story = {
  ...deleting.story,
  play: async () => {
    const before = sent(deleting.memory).length;
    const remove = async () => {
      const rule = await card("偏好使用文言文句式");
      await userEvent.click(rule.getByRole("button", { name: "删除" }));
      const dialog = within(await screen.findByRole("dialog", { name: "删除这条规则？" }));
      await expect(await dialog.findByText(/支撑它的 6 次交互将标记为负向/)).toBeVisible();
      await expect(dialog.getByText(/以后不会再学到这条规则/)).toBeVisible();
      await userEvent.click(dialog.getByRole("button", { name: "删除" }));
      await waitFor(() => expect(screen.queryByText("偏好使用文言文句式")).toBeNull());
    };
    await remove();
    await expect(await screen.findByText("已删除「偏好使用文言文句式」")).toBeVisible();
    await userEvent.click(await button("撤销"));
    await expect(await screen.findByText("偏好使用文言文句式")).toBeVisible();
    await expect(sent(deleting.memory)).toHaveLength(before);

    await remove();
    await expect(sent(deleting.memory)).toHaveLength(before);
    dispatchEvent(new PageTransitionEvent("pagehide"));
    await waitFor(() => expect(sent(deleting.memory)).toHaveLength(before + 1));
    await expect(deleting.memory.rule("rule_classical")).toBeUndefined();
  },
};

const adding = told(lived);

/** R78: in the author's own words, sure and in force at once; a double is shown. */
export const Add: Story = {
  ...adding.story,
  play: async () => {
    const typed = "对白里不用书面语";
    const opener = within(document.querySelector("footer") as HTMLElement).getByRole("button", {
      name: "手动添加规则",
    });
    const add = async () => {
      await userEvent.click(opener);
      await userEvent.type(await screen.findByRole("textbox", { name: "规则" }), `${typed}{Enter}`);
    };
    await add();
    const rule = await card(typed);
    await expect(rule.getByText("已确认")).toBeVisible();
    await expect(rule.getByText("你手动添加")).toBeVisible();
    await expect(rule.getByRole("meter")).toHaveAttribute("aria-valuetext", "100%");
    await waitFor(() => expect(opener).toHaveFocus());

    await add();
    await expect(await screen.findByText("已经有一条相同的规则。")).toBeVisible();
    await userEvent.click(await button("查看"));
    await waitFor(() =>
      expect(
        screen.getByText(typed, { selector: "[data-rule] > p" }).closest("article"),
      ).toHaveFocus(),
    );
  },
};

const promoting = told(lived);

/** R91: a project's rule becomes everybody's. */
export const Promote: Story = {
  ...promoting.story,
  play: async () => {
    const rule = await card("章节开头先写环境，再写人物");
    await press(rule.getByRole("button", { name: "更多操作" }));
    await userEvent.click(await screen.findByRole("menuitem", { name: "提升为全局" }));
    await waitFor(() => expect(screen.queryByText("章节开头先写环境，再写人物")).toBeNull());
    await userEvent.click(screen.getByRole("tab", { name: /全局/ }));
    await expect(await screen.findByText("章节开头先写环境，再写人物")).toBeVisible();
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

const learned = sampleRule({
  id: "rule_new",
  rule: "环境描写偏好听觉细节",
  createdAt: now,
  updatedAt: now,
});
const updating = told({ ...lived, lessons: [learned] });

/** R74: what was recorded becomes a rule when the author wants it. */
export const Update: Story = {
  ...updating.story,
  play: async () => {
    await screen.findByText("动作场景偏好短句");
    await userEvent.click(await button("更新偏好"));
    await expect(await screen.findByText("环境描写偏好听觉细节")).toBeVisible();
    await expect(await screen.findByText("新学到 1 条规则")).toBeVisible();
    await expect(screen.queryByText(/上次更新后新增/)).toBeNull();
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
    await userEvent.click(await button("选「偏好短句」"));
    await waitFor(() => expect(screen.queryByText("偏好长句")).toBeNull());
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
          en: "past interactions cannot be read: built-in rules are used instead",
          zh: "无法读取过往交互：改用内置规则",
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
    await expect(document.querySelectorAll("article")).toHaveLength(MANY);
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
