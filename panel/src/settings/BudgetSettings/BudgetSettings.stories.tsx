import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, userEvent, within } from "storybook/test";
import { changing, status } from "../scripted_settings.ts";
import { BudgetSettings } from "./BudgetSettings.tsx";

const { settings } = changing({ model: { kind: "openai", model: "qwen3:8b" } });

const meta = {
  component: BudgetSettings,
  args: {
    ...changing(settings),
    spending: status(settings).model?.spending,
    onChange: fn(async () => true),
  },
} satisfies Meta<typeof BudgetSettings>;

export default meta;
type Story = StoryObj<typeof meta>;

export const WithAModel: Story = {
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    await expect(canvas.getAllByRole("meter")[0]).toHaveAttribute(
      "aria-valuetext",
      "6,200 / 20,000 词元",
    );
    const learning = canvas.getByRole("textbox", { name: "学习规则" });
    await userEvent.clear(learning);
    await userEvent.type(learning, "5,000{Enter}");
    await expect(args.onChange).toHaveBeenCalledOnce();
    await expect(args.onChange).toHaveBeenCalledWith({ distillationTokensPerDay: 5000 });
  },
};

export const WithoutAModel: Story = {
  args: { spending: undefined },
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).queryByRole("meter")).toBeNull();
    await expect(within(canvasElement).getByText(/没有模型也能学习/)).toBeVisible();
  },
};

export const EnglishDark: Story = {
  parameters: { mohen: { language: "en", theme: "dark" } },
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getByText("Spent today")).toBeVisible();
  },
};
