import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, screen, userEvent, waitFor, within } from "storybook/test";
import { Toasts } from "../../parts/Toasts/Toasts.tsx";
import { sampleRule } from "../sample_rules.ts";
import type { ScriptedMemory } from "../scripted_memory.ts";
import { MemoryPanel } from "./MemoryPanel.tsx";
import { button, card, lived, now, press, told } from "./telling.ts";

// The author's acts, as the requirements tell them.
const meta = {
  title: "memory/MemoryPanelScenarios",
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

const sent = (memory: ScriptedMemory) =>
  memory.client.callsOf("memory:semantic:delete").filter((each) => !each.dryRun);

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
    await expect(screen.getByText("打斗场景用短句", { selector: "blockquote" })).toBeVisible();
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
    await waitFor(() => expect(opener).toHaveFocus());
    const rule = await card(typed);
    await expect(rule.getByText("已确认")).toBeVisible();
    await expect(rule.getByText("你手动添加")).toBeVisible();
    await expect(rule.getByRole("meter")).toHaveAttribute("aria-valuetext", "100%");

    await add();
    await expect(await screen.findByText("已经有一条相同的规则。")).toBeVisible();
    await userEvent.click(await button("查看"));
    await waitFor(() =>
      expect(
        screen.getByText(typed, { selector: "[data-head] > span" }).closest("article"),
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
