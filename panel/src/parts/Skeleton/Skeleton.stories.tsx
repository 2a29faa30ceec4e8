import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, within } from "storybook/test";
import { Skeleton } from "./Skeleton.tsx";

const meta = {
  component: Skeleton,
  decorators: [(Story) => <div style={{ maxWidth: 380 }}>{Story()}</div>],
} satisfies Meta<typeof Skeleton>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Lines: Story = {
  args: { lines: 4 },
  play: async ({ canvasElement }) => {
    await expect(canvasElement.querySelectorAll("[aria-hidden]")).toHaveLength(4);
    await expect(within(canvasElement).getByText("正在载入……")).toBeInTheDocument();
  },
};
export const One: Story = { args: { lines: 1 }, parameters: { mohen: { theme: "dark" } } };
