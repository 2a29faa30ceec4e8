import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, screen } from "storybook/test";
import { DistillBar } from "./DistillBar.tsx";

const meta = { component: DistillBar, args: { stage: "asked" } } satisfies Meta<typeof DistillBar>;

export default meta;
type Story = StoryObj<typeof meta>;

/** Asked for, but nobody has begun: a bar without a number. */
export const Asked: Story = {
  play: async () => {
    const bar = screen.getByRole("progressbar");
    await expect(bar).not.toHaveAttribute("aria-valuenow");
    await expect(screen.getByText("等待开始")).toBeVisible();
  },
};

export const Patterned: Story = {
  args: { stage: "patterned", progress: 0.6 },
  play: async () => {
    await expect(screen.getByRole("progressbar")).toHaveAttribute("aria-valuenow", "0.6");
  },
};
