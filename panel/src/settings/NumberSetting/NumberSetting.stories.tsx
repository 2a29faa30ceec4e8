import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, userEvent, within } from "storybook/test";
import { NumberSetting } from "./NumberSetting.tsx";

const meta = {
  component: NumberSetting,
  args: {
    label: "出现几次才算偏好",
    hint: "1 表示立即学习。",
    wrong: "请填 1 到 100 的整数。",
    value: 3,
    least: 1,
    most: 100,
    onChange: fn(),
  },
} satisfies Meta<typeof NumberSetting>;

export default meta;
type Story = StoryObj<typeof meta>;

export const SavedOnLeaving: Story = {
  play: async ({ canvasElement, args }) => {
    const field = within(canvasElement).getByRole("textbox", { name: "出现几次才算偏好" });
    await userEvent.clear(field);
    await userEvent.type(field, "12");
    await expect(args.onChange).not.toHaveBeenCalled();
    await userEvent.tab();
    await expect(args.onChange).toHaveBeenCalledOnce();
    await expect(args.onChange).toHaveBeenCalledWith(12);
  },
};

/** What is no such number is not saved; it stays to be put right. */
export const Wrong: Story = {
  parameters: { mohen: { theme: "dark" } },
  play: async ({ canvasElement, args }) => {
    const field = within(canvasElement).getByRole("textbox");
    await userEvent.type(field, "000{Enter}");
    await expect(field).toBeInvalid();
    await expect(field).toHaveAccessibleDescription("请填 1 到 100 的整数。");
    await expect(args.onChange).not.toHaveBeenCalled();
  },
};
