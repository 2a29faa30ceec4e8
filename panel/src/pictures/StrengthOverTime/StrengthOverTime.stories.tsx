import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, userEvent, within } from "storybook/test";
import { NOW, strengthOf } from "../sample_pictures.ts";
import { StrengthOverTime } from "./StrengthOverTime.tsx";

const meta = {
  component: StrengthOverTime,
  args: { life: strengthOf() },
  parameters: { mohen: { now: NOW } },
} satisfies Meta<typeof StrengthOverTime>;

export default meta;
type Story = StoryObj<typeof meta>;

/** The arrow keys read the curve aloud, point by point. */
export const Fading: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(canvas.getByRole("img")).toHaveAccessibleName(/现在 \d+%，渐淡/);
    const reader = canvas.getByRole("slider");
    reader.focus();
    await userEvent.keyboard("{Home}");
    await expect(reader).toHaveAttribute("aria-valuetext", expect.stringContaining("100%"));
    const first = reader.getAttribute("aria-valuetext");
    await userEvent.keyboard("{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}");
    await expect(reader).not.toHaveAttribute("aria-valuetext", first);
    await userEvent.click(canvas.getByText("查看数字"));
    await expect(canvas.getAllByRole("row")).toHaveLength(61);
  },
};

export const CoreSetting: Story = {
  args: {
    life: strengthOf({
      coreSetting: true,
      strength: 1,
      band: "ACTIVE",
      points: strengthOf().points.map(({ at }) => ({ at, strength: 1, band: "ACTIVE" as const })),
      willCompressAt: undefined,
      expiresAt: undefined,
    }),
  },
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getByText(/不会淡去/)).toBeVisible();
    await expect(within(canvasElement).queryByText(/遗忘。/)).toBeNull();
  },
};

export const English: Story = { parameters: { mohen: { now: NOW, language: "en" } } };
export const Dark: Story = { parameters: { mohen: { now: NOW, theme: "dark" } } };

/** In a sidebar: it draws itself as wide as it may. */
export const Narrow: Story = {
  decorators: [
    (Story) => (
      <div style={{ width: 300 }}>
        <Story />
      </div>
    ),
  ],
  play: async ({ canvasElement }) => {
    const picture = within(canvasElement).getByRole("img");
    await expect(picture.getBoundingClientRect().width).toBeLessThanOrEqual(300);
  },
};
