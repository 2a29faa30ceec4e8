import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, screen, userEvent, within } from "storybook/test";
import { PanelHeader } from "./PanelHeader.tsx";

const meta = {
  component: PanelHeader,
  args: { paused: false, onOpen: fn(), onOpenSettings: fn() },
} satisfies Meta<typeof PanelHeader>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {
  play: async ({ canvasElement, args }) => {
    await userEvent.click(within(canvasElement).getByRole("button", { name: "更多" }));
    await userEvent.click(await screen.findByRole("menuitem", { name: "清除记忆……" }));
    await expect(args.onOpen).toHaveBeenCalledWith("clear");
  },
};

export const PausedHere: Story = { args: { paused: true } };

export const PausedEverywhere: Story = {
  args: { paused: true, everywhere: true },
  parameters: { mohen: { language: "en" } },
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getByText(/in any project/)).toBeVisible();
  },
};
