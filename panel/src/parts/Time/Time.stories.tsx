import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { Time } from "./Time.tsx";

const now = new Date(2025, 4, 14, 21, 30).getTime();

const meta = {
  component: Time,
  args: { at: new Date(2025, 4, 13, 8, 5).getTime() },
  parameters: { mohen: { now } },
} satisfies Meta<typeof Time>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Exact: Story = {
  play: async ({ canvasElement, args }) => {
    const time = canvasElement.querySelector("time");
    await expect(time).toHaveTextContent("2025年5月13日 08:05");
    await expect(time?.dateTime).toBe(new Date(args.at).toISOString());
  },
};

export const Relative: Story = {
  args: { relative: true },
  play: async ({ canvasElement }) => {
    const time = canvasElement.querySelector("time");
    await expect(time).toHaveTextContent("昨天");
    await expect(time?.title).toBe("2025年5月13日 08:05");
  },
};

export const English: Story = {
  args: { relative: true },
  parameters: { mohen: { now, language: "en" } },
  play: async ({ canvasElement }) => {
    await expect(canvasElement.querySelector("time")).toHaveTextContent("yesterday");
  },
};
