import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, within } from "storybook/test";
import { SaveState } from "./SaveState.tsx";

const meta = { component: SaveState, args: { saving: "saved" } } satisfies Meta<typeof SaveState>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Saved: Story = {
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getByText("已保存")).toBeVisible();
    await expect(within(canvasElement).getByRole("status")).toBeEmptyDOMElement();
  },
};
export const Unsaved: Story = { args: { saving: "unsaved" } };
export const Saving: Story = { args: { saving: "saving" } };
export const Conflict: Story = { args: { saving: "conflict" } };
export const Failed: Story = { args: { saving: "failed" } };

export const Offline: Story = {
  args: { saving: "offline" },
  play: async ({ canvasElement }) => {
    const state = within(canvasElement).getByRole("status");
    await expect(state).toHaveTextContent("服务没有应答，文字暂存在这里");
  },
};

export const Dark: Story = {
  args: { saving: "offline" },
  globals: { theme: "dark", language: "en" },
};
