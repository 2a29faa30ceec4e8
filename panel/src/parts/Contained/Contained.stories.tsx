import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, within } from "storybook/test";
import { Button } from "../Button/Button.tsx";
import { Contained } from "./Contained.tsx";

const meta = { component: Contained } satisfies Meta<typeof Contained>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Whole: Story = {
  args: { broken: "这一部分出错了。", children: <p>雾来了。</p> },
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getByText("雾来了。")).toBeVisible();
    await expect(within(canvasElement).queryByRole("alert")).toBeNull();
  },
};

function Breaking(): never {
  throw new Error("a story of what breaks");
}

export const Broken: Story = {
  args: {
    broken: "这一部分出错了。",
    actions: <Button size="small">重新载入</Button>,
    children: <Breaking />,
  },
  play: async ({ canvasElement }) => {
    const told = within(await within(canvasElement).findByRole("alert"));
    await expect(told.getByText("这一部分出错了。")).toBeVisible();
    await expect(told.getByRole("button", { name: "重新载入" })).toBeVisible();
  },
};
