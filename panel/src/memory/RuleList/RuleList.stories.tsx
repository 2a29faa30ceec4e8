import type { Meta, StoryObj } from "@storybook/react-vite";
import { useState } from "react";
import { expect, fn, screen, userEvent, within } from "storybook/test";
import { EVERYTHING } from "../filter_rules.ts";
import { sampleRules } from "../sample_rules.ts";
import { RuleList, type RuleListProps } from "./RuleList.tsx";

const all = sampleRules(Date.now());

/** With a filter that is kept, as in the panel. */
function Kept(props: RuleListProps) {
  const [filter, setFilter] = useState(props.filter);
  return <RuleList {...props} filter={filter} onFilter={setFilter} />;
}

const meta = {
  component: RuleList,
  render: (args) => <Kept {...args} />,
  args: {
    rules: all,
    filter: EVERYTHING,
    onFilter: fn(),
    onConfirm: fn(),
    onEdit: fn(),
    onDelete: fn(),
    onPromote: fn(),
  },
} satisfies Meta<typeof RuleList>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Groups: Story = {
  play: async ({ canvasElement }) => {
    const here = within(canvasElement);
    await expect(here.getByRole("heading", { name: "写作风格 2" })).toBeVisible();
    await userEvent.type(here.getByRole("searchbox"), "short");
    await expect(await here.findByText("动作场景偏好短句")).toBeVisible();
    await userEvent.clear(here.getByRole("searchbox"));
    // Ordered by how sure they are, they stand in one list.
    await userEvent.selectOptions(here.getByRole("combobox", { name: "排序" }), "按置信度");
    await expect(here.queryByRole("heading")).toBeNull();
    const rows = here.getAllByRole("meter").map((each) => Number(each.ariaValueNow));
    await expect(rows).toEqual([...rows].sort((one, other) => other - one));
  },
};

/** Several at once: chosen, confirmed, deleted. */
export const Several: Story = {
  args: { onConfirmAll: fn(), onDeleteAll: fn() },
  play: async ({ canvasElement, args }) => {
    const here = within(canvasElement);
    await userEvent.click(here.getByRole("checkbox", { name: "选择「动作场景偏好短句」" }));
    const bar = within(here.getByRole("group", { name: "批量操作" }));
    await expect(bar.getByRole("checkbox", { name: "已选 1 条" })).toBeVisible();
    await userEvent.click(bar.getByRole("button", { name: "确认" }));
    await expect(args.onConfirmAll).toHaveBeenCalledWith([
      expect.objectContaining({ id: "rule_short" }),
    ]);
    await expect(bar.queryByRole("button")).toBeNull();
    await userEvent.click(bar.getByRole("checkbox", { name: "全选" }));
    await userEvent.click(bar.getByRole("button", { name: "删除" }));
    const dialog = within(
      await screen.findByRole("dialog", { name: `删除这 ${all.length} 条规则？` }),
    );
    await userEvent.click(dialog.getByRole("button", { name: "删除" }));
    await expect(args.onDeleteAll).toHaveBeenCalledOnce();
  },
};

export const NothingFits: Story = {
  args: { filter: { ...EVERYTHING, text: "没有这样的词" } },
  play: async () => {
    await userEvent.click(await screen.findByRole("button", { name: "查看全部" }));
    await expect(await screen.findByText("动作场景偏好短句")).toBeVisible();
  },
};

/** So few that there is nothing to search. */
export const Few: Story = {
  args: { rules: all.slice(0, 2) },
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).queryByRole("searchbox")).toBeNull();
  },
};
