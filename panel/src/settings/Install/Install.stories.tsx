import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, within } from "storybook/test";
import { scriptedSettings } from "../scripted_settings.ts";
import { Install } from "./Install.tsx";

const meta = {
  component: Install,
  args: { extra: "onnx" },
  parameters: { mohen: { answers: scriptedSettings() } },
} satisfies Meta<typeof Install>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Missing: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(await canvas.findByText(/-m pip install "onnxruntime/)).toBeVisible();
  },
};

export const EnglishDark: Story = {
  parameters: { mohen: { language: "en", theme: "dark" } },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(await canvas.findByText(/Not installed here/)).toBeVisible();
  },
};
