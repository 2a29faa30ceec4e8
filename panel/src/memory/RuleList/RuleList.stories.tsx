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
    const group = here.getByRole("heading", { name: "写作风格 2" });
    await userEvent.click(group);
    await expect(here.getByText("动作场景偏好短句")).not.toBeVisible();
    // A search looks into groups that are shut, too.
    await userEvent.type(here.getByRole("searchbox"), "short");
    await expect(await here.findByText("动作场景偏好短句")).toBeVisible();
    await userEvent.clear(here.getByRole("searchbox"));
    await expect(here.getByText("动作场景偏好短句")).not.toBeVisible();
    await userEvent.click(group);
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
