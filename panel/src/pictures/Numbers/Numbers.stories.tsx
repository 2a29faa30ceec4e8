import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, userEvent, within } from "storybook/test";
import { Numbers } from "./Numbers.tsx";

const meta = {
  component: Numbers,
  args: {
    caption: "记忆强度",
    columns: ["时间", "强度", "状态"],
    rows: Array.from({ length: 40 }, (_, n) => [`第 ${n} 天`, `${100 - n}%`, "清晰"]),
  },
} satisfies Meta<typeof Numbers>;

export default meta;
type Story = StoryObj<typeof meta>;

/** Opened, it is a table whose rows are named, and that keys can scroll. */
export const Opened: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByText("查看数字"));
    await expect(canvas.getByRole("table", { name: "记忆强度" })).toBeVisible();
    await expect(canvas.getByRole("rowheader", { name: "第 7 天" })).toBeInTheDocument();
    await userEvent.tab();
    await expect(canvas.getByRole("region", { name: "记忆强度" })).toHaveFocus();
  },
};

export const Closed: Story = {};
