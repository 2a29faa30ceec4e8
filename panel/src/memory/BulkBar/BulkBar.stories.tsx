import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, userEvent, within } from "storybook/test";
import { sampleRules } from "../sample_rules.ts";
import { BulkBar } from "./BulkBar.tsx";

const rules = sampleRules(Date.now());

const meta = {
  component: BulkBar,
  args: { chosen: [], all: rules.length, onAll: fn(), onConfirm: fn(), onDelete: fn() },
} satisfies Meta<typeof BulkBar>;

export default meta;
type Story = StoryObj<typeof meta>;

export const None: Story = {
  play: async ({ canvasElement, args }) => {
    const here = within(canvasElement);
    await expect(here.queryByRole("button")).toBeNull();
    await userEvent.click(here.getByRole("checkbox", { name: "全选" }));
    await expect(args.onAll).toHaveBeenCalledWith(true);
  },
};

export const Some: Story = {
  args: { chosen: rules.slice(0, 2) },
  play: async ({ canvasElement, args }) => {
    const here = within(canvasElement);
    await expect(here.getByRole("checkbox", { name: "已选 2 条" })).toBePartiallyChecked();
    await userEvent.click(here.getByRole("button", { name: "确认" }));
    await expect(args.onConfirm).toHaveBeenCalledWith(args.chosen);
  },
};

export const English: Story = {
  args: { chosen: rules },
  parameters: { mohen: { language: "en", theme: "dark" } },
};
