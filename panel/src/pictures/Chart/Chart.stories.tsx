import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, userEvent, within } from "storybook/test";
import { DAY, NOW } from "../sample_pictures.ts";
import { Chart } from "./Chart.tsx";

const readings = [0, 1, 2, 3, 4].map((n) => ({ at: NOW + n * DAY, y: n / 5, text: `第 ${n} 天` }));

const meta = {
  component: Chart,
  args: {
    label: "五天",
    x: [NOW, NOW + 4 * DAY],
    y: [0, 1],
    yText: (value: number) => value.toFixed(1),
    readings,
    children: (plot) => (
      <line
        x1={plot.x(NOW)}
        y1={plot.y(0)}
        x2={plot.x(NOW + 4 * DAY)}
        y2={plot.y(0.8)}
        stroke="var(--color-accent)"
      />
    ),
  },
} satisfies Meta<typeof Chart>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.tab();
    await expect(canvas.getByRole("slider")).toHaveFocus();
    await userEvent.keyboard("{Home}{ArrowRight}");
    await expect(canvas.getByText("第 1 天")).toBeVisible();
  },
};

export const English: Story = { parameters: { mohen: { language: "en" } } };
