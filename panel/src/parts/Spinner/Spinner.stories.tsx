import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, within } from "storybook/test";
import { Spinner } from "./Spinner.tsx";

const meta = {
  component: Spinner,
  args: { label: "正在整理偏好……" },
} satisfies Meta<typeof Spinner>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Shown: Story = {
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getByRole("status")).toHaveTextContent("正在整理偏好……");
  },
};
export const LabelHidden: Story = {
  args: { hideLabel: true },
  parameters: { mohen: { theme: "dark" } },
};
