import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, within } from "storybook/test";
import { Meter } from "./Meter.tsx";

const meta = {
  component: Meter,
  args: { value: 0.824, label: "置信度" },
  decorators: [(Story) => <div style={{ maxWidth: 320 }}>{Story()}</div>],
} satisfies Meta<typeof Meter>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Plain: Story = {
  play: async ({ canvasElement }) => {
    const meter = within(canvasElement).getByRole("meter", { name: "置信度" });
    await expect(meter).toHaveAttribute("aria-valuetext", "82%");
    await expect(meter).toHaveAttribute("aria-valuenow", "0.824");
  },
};

export const OutOfBounds: Story = {
  args: { value: 1.7 },
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getByRole("meter")).toHaveAttribute("aria-valuenow", "1");
  },
};

export const NotANumber: Story = {
  args: { value: Number.NaN, text: "还不知道" },
  play: async ({ canvasElement }) => {
    const meter = within(canvasElement).getByRole("meter");
    await expect(meter).toHaveAttribute("aria-valuenow", "0");
    await expect(meter).toHaveTextContent("还不知道");
  },
};

/** More than full is full: the bar below the words does not leave its place. */
export const Overfull: Story = {
  args: { label: "规则", value: 1.4, text: "700 / 500", tone: "warning", bar: "below" },
  play: async ({ canvasElement }) => {
    const meter = within(canvasElement).getByRole("meter", { name: "规则" });
    await expect(meter).toHaveAttribute("aria-valuenow", "1");
    await expect(meter).toHaveAttribute("aria-valuetext", "700 / 500");
    const [label, bar] = meter.children;
    const below =
      (bar?.getBoundingClientRect().top ?? 0) >= (label?.getBoundingClientRect().bottom ?? 0);
    await expect(below).toBe(true);
  },
};

const tones = () => (
  <div style={{ display: "grid", gap: 12 }}>
    {(["accent", "neutral", "success", "warning", "danger"] as const).map((tone, at) => (
      <Meter key={tone} value={0.95 - at * 0.2} label="置信度" tone={tone} />
    ))}
    <Meter value={0.4} label="Context" text="1,640 of 4,096 tokens" />
  </div>
);
export const Tones: Story = { render: tones };
export const TonesDark: Story = { render: tones, parameters: { mohen: { theme: "dark" } } };
