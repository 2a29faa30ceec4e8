import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, userEvent, within } from "storybook/test";
import { HELD } from "../sample_knowledge.ts";
import { HeldList } from "./HeldList.tsx";

const meta = {
  component: HeldList,
  args: { items: HELD, onAccept: fn(), onForget: fn() },
} satisfies Meta<typeof HeldList>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Waiting: Story = {
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    await expect(canvas.getByText("由代理或命令记下")).toBeVisible();
    await userEvent.click(canvas.getAllByRole("button", { name: "保留并引述" })[0] as HTMLElement);
    await expect(args.onAccept).toHaveBeenCalledWith(HELD[0]?.id);
    await userEvent.click(canvas.getByRole("button", { name: "忘掉" }));
    await expect(args.onForget).toHaveBeenCalledWith(HELD[0]);
    await expect(canvas.getByText("它写在你的文件里：请到文件里修改。")).toBeVisible();
  },
};

export const Nothing: Story = {
  args: { items: [] },
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getByText("没有待过目的内容")).toBeVisible();
  },
};
