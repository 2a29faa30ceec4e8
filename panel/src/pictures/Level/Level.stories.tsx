import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, within } from "storybook/test";
import { Level } from "./Level.tsx";

const meta = {
  component: Level,
  args: { label: "规则", value: 0.05, text: "24 / 500" },
} satisfies Meta<typeof Level>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {};
export const Neutral: Story = { args: { tone: "neutral" } };

/** More than full is full: the bar does not leave its place. */
export const Overfull: Story = {
  args: { value: 1.4, text: "700 / 500", tone: "warning" },
  play: async ({ canvasElement }) => {
    const meter = within(canvasElement).getByRole("meter", { name: "规则" });
    await expect(meter).toHaveAttribute("aria-valuenow", "1");
    await expect(meter).toHaveAttribute("aria-valuetext", "700 / 500");
  },
};
