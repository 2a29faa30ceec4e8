import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, userEvent, waitFor, within } from "storybook/test";
import { scriptedSettings } from "../../settings/scripted_settings.ts";
import { LocalModel } from "./LocalModel.tsx";

const meta = {
  component: LocalModel,
  args: { onSettings: fn() },
  parameters: { mohen: { answers: scriptedSettings() } },
} satisfies Meta<typeof LocalModel>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Found: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    const use = await canvas.findByRole("button", { name: "用 qwen3:8b 写作" });
    await expect(canvas.getByText("本机正在运行 Ollama")).toBeVisible();
    await userEvent.click(use);
    await waitFor(() => expect(use).not.toBeInTheDocument());
  },
};

export const English: Story = {
  parameters: { mohen: { answers: scriptedSettings(), language: "en", theme: "dark" } },
};
