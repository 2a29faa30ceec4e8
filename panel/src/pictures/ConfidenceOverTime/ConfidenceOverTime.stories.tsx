import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, userEvent, within } from "storybook/test";
import { EVENTS, NOW } from "../sample_pictures.ts";
import { ConfidenceOverTime } from "./ConfidenceOverTime.tsx";
import { course } from "./course.ts";

const meta = {
  component: ConfidenceOverTime,
  args: { points: course(EVENTS) },
  parameters: { mohen: { now: NOW } },
} satisfies Meta<typeof ConfidenceOverTime>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(canvas.getByText("现在 79%，最初是 52%。")).toBeVisible();
    const reader = canvas.getByRole("slider");
    reader.focus();
    await userEvent.keyboard("{End}");
    await expect(reader).toHaveAttribute("aria-valuetext", expect.stringContaining("已确认"));
    await userEvent.keyboard("{Home}{ArrowRight}{ArrowRight}");
    await expect(reader).toHaveAttribute("aria-valuetext", expect.stringContaining("更存疑，57%"));
  },
};

export const Deleted: Story = {
  args: {
    points: course([
      {
        at: NOW,
        kind: "deleted",
        ruleId: "rule_1",
        before: 0.79,
        supporting: 26,
        contradicting: 5,
      },
      ...EVENTS,
    ]),
  },
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getByText("这条规则已经不在了。")).toBeVisible();
  },
};

export const One: Story = {
  args: { points: course(EVENTS).slice(0, 1) },
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getByText(/52%。/)).toBeVisible();
  },
};

export const Nothing: Story = {
  args: { points: [] },
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).queryByRole("img")).toBeNull();
  },
};

export const Compact: Story = {
  args: { compact: true },
  decorators: [
    (Story) => (
      <div style={{ width: 300 }}>
        <Story />
      </div>
    ),
  ],
};
export const English: Story = { parameters: { mohen: { now: NOW, language: "en" } } };
export const Dark: Story = { parameters: { mohen: { now: NOW, theme: "dark" } } };
