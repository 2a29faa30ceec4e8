import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, within } from "storybook/test";
import { FINDINGS } from "../sample_runs.ts";
import { Findings } from "./Findings.tsx";

const meta = {
  component: Findings,
  args: { findings: FINDINGS },
  decorators: [
    (Story) => (
      <div style={{ maxWidth: 380 }}>
        <Story />
      </div>
    ),
  ],
} satisfies Meta<typeof Findings>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Found: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(canvas.getByText("周伯死了。")).toBeVisible();
    await expect(canvas.getByText("chapters/04.md:4")).toBeVisible();
  },
};

export const WithAModel: Story = { args: { added: "第三章的雨与第四章的晴天相隔不到一刻钟。" } };

export const Nothing: Story = { args: { findings: [] } };

export const EnglishDark: Story = {
  args: { added: "The rain stops within a quarter of an hour." },
  globals: { language: "en", theme: "dark" },
};
