import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, userEvent, within } from "storybook/test";
import { Menu } from "./Menu.tsx";

const meta = {
  component: Menu,
  args: {
    label: "更多",
    items: [
      { id: "edit", label: "修改", icon: "pen", onSelect: fn() },
      { id: "lift", label: "提升为全局", icon: "globe", onSelect: fn() },
      { id: "why", label: "为什么有这条？", icon: "question", disabled: true, onSelect: fn() },
      { id: "delete", label: "删除", icon: "trash", danger: true, onSelect: fn() },
    ],
  },
  decorators: [(Story) => <div style={{ minHeight: 220, textAlign: "end" }}>{Story()}</div>],
} satisfies Meta<typeof Menu>;

export default meta;
type Story = StoryObj<typeof meta>;

const open: Story["play"] = async ({ canvasElement }) => {
  const canvas = within(canvasElement);
  await userEvent.click(canvas.getByRole("button", { name: "更多" }));
  const menu = canvas.getByRole("menu", { name: "更多" }).getBoundingClientRect();
  await expect(menu.right).toBeLessThanOrEqual(innerWidth);
};

export const Open: Story = { play: open };
export const OpenDark: Story = { play: open, parameters: { mohen: { theme: "dark" } } };

export const Chosen: Story = {
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    const button = canvas.getByRole("button", { name: "更多" });
    await userEvent.click(button);
    await expect(button).toHaveAttribute("aria-expanded", "true");
    await userEvent.click(canvas.getByRole("menuitem", { name: "提升为全局" }));
    await expect(args.items[1]?.onSelect).toHaveBeenCalledOnce();
    await expect(canvas.queryByRole("menu")).toBeNull();
    await expect(button).toHaveFocus();
  },
};

export const NotNow: Story = {
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole("button", { name: "更多" }));
    await userEvent.click(canvas.getByRole("menuitem", { name: "为什么有这条？" }));
    await expect(args.items[2]?.onSelect).not.toHaveBeenCalled();
    await expect(canvas.getByRole("menu")).toBeVisible();
  },
};
