import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, userEvent, within } from "storybook/test";
import { Switch } from "./Switch.tsx";

const meta = {
  component: Switch,
  args: { label: "从修改中学习", checked: false, onChange: fn() },
  decorators: [(Story) => <div style={{ maxWidth: 380 }}>{Story()}</div>],
} satisfies Meta<typeof Switch>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Off: Story = {
  args: { hint: "关掉后，已有的偏好仍然有效。" },
  play: async ({ canvasElement, args }) => {
    const control = within(canvasElement).getByRole("switch", { name: "从修改中学习" });
    await expect(control).not.toBeChecked();
    await expect(control).toHaveAccessibleDescription("关掉后，已有的偏好仍然有效。");
    await userEvent.tab();
    await userEvent.keyboard(" ");
    await expect(args.onChange).toHaveBeenCalledWith(true);
  },
};

export const On: Story = {
  args: { checked: true },
  play: async ({ canvasElement, args }) => {
    await userEvent.click(within(canvasElement).getByText("从修改中学习"));
    await expect(args.onChange).toHaveBeenCalledWith(false);
  },
};

export const OnDark: Story = { args: { checked: true }, parameters: { mohen: { theme: "dark" } } };
export const Disabled: Story = { args: { disabled: true, hint: "需要先配置模型。" } };
