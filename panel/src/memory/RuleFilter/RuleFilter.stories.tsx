import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, userEvent, within } from "storybook/test";
import { EVERYTHING } from "../filter_rules.ts";
import { RuleFilter } from "./RuleFilter.tsx";

const meta = {
  component: RuleFilter,
  args: { filter: EVERYTHING, onChange: fn() },
} satisfies Meta<typeof RuleFilter>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Everything: Story = {
  play: async ({ canvasElement, args }) => {
    const here = within(canvasElement);
    await userEvent.selectOptions(here.getByRole("combobox", { name: "状态" }), "有冲突");
    await expect(args.onChange).toHaveBeenCalledWith({ ...EVERYTHING, state: "inConflict" });
    await userEvent.type(here.getByRole("searchbox", { name: "搜索规则" }), "短");
    await expect(args.onChange).toHaveBeenLastCalledWith({ ...EVERYTHING, text: "短" });
  },
};
