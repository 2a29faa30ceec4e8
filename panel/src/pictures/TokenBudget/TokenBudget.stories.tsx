import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, within } from "storybook/test";
import { CACHE, SPENDING } from "../sample_pictures.ts";
import { TokenBudget } from "./TokenBudget.tsx";

const meta = {
  component: TokenBudget,
  // All of it: what only matters inside is not shown to a writer.
  parameters: { mohen: { inside: true } },
  args: { spending: SPENDING, cache: CACHE },
} satisfies Meta<typeof TokenBudget>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    const learning = canvas.getByRole("meter", { name: "提炼偏好" });
    await expect(learning).toHaveAttribute("aria-valuetext", "6,120 / 20,000 词元");
    await expect(canvas.getByText("今天的额度已用完。")).toBeVisible();
    await expect(canvas.getByText(/最近 12 次提示词中 62%/)).toBeVisible();
  },
};

export const NoModel: Story = {
  args: { spending: undefined, cache: { ...CACHE, runs: [] } },
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getByText(/没有模型也能学习/)).toBeVisible();
    await expect(within(canvasElement).queryByRole("meter")).toBeNull();
  },
};

export const SwitchedOff: Story = {
  args: { spending: [{ purpose: "distillation", spent: 0, budget: 0 }] },
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getByText("已关闭")).toBeVisible();
  },
};

export const English: Story = { parameters: { mohen: { language: "en" } } };
