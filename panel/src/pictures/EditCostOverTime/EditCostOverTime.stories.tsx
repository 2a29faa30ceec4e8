import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, userEvent, within } from "storybook/test";
import { costOf, NOW } from "../sample_pictures.ts";
import { EditCostOverTime } from "./EditCostOverTime.tsx";

const meta = {
  component: EditCostOverTime,
  args: { costs: costOf() },
  parameters: { mohen: { now: NOW } },
} satisfies Meta<typeof EditCostOverTime>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Falling: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(canvas.getByText(/少改了 \d+%/)).toBeVisible();
    await expect(canvas.getAllByText(/此处有 \d 条规则变化/).length).toBeGreaterThan(1);
    await userEvent.hover(canvas.getByRole("slider"));
    await userEvent.click(canvas.getByText("查看数字"));
    await expect(canvas.getAllByRole("row")).toHaveLength(25);
  },
};

/** Too little is said to be too little; what there is, is drawn. */
export const TooFew: Story = {
  args: { costs: { buckets: costOf(3, 2).buckets } },
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getByText(/现有 6 次，至少需要 12 次/)).toBeVisible();
  },
};

export const Nothing: Story = {
  args: { costs: { buckets: [] } },
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).queryByRole("img")).toBeNull();
  },
};

export const English: Story = { parameters: { mohen: { now: NOW, language: "en" } } };
export const Dark: Story = { parameters: { mohen: { now: NOW, theme: "dark" } } };
