import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, userEvent, within } from "storybook/test";
import { IconButton } from "./IconButton.tsx";

const meta = {
  component: IconButton,
  args: { label: "修改规则", icon: "pen", onClick: fn() },
} satisfies Meta<typeof IconButton>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Plain: Story = {
  play: async ({ canvasElement, args }) => {
    const button = within(canvasElement).getByRole("button", { name: "修改规则" });
    await expect(button).toHaveAttribute("title", "修改规则");
    await expect(button).not.toHaveAttribute("aria-pressed");
    await userEvent.click(button);
    await expect(args.onClick).toHaveBeenCalledOnce();
  },
};

export const Small: Story = { args: { size: "small" } };
export const Disabled: Story = { args: { disabled: true } };

export const Pressed: Story = {
  args: { label: "Compare side by side", icon: "split", pressed: true },
  play: async ({ canvasElement }) => {
    within(canvasElement).getByRole("button", { pressed: true });
  },
};

export const PressedDark: Story = { ...Pressed, parameters: { mohen: { theme: "dark" } } };
