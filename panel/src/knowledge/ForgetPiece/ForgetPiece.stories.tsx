import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, screen, userEvent, within } from "storybook/test";
import { Failure } from "../../channels/client.ts";
import { ForgetPiece } from "./ForgetPiece.tsx";

const meta = {
  component: ForgetPiece,
  args: {
    content: "用户搬到了上海",
    foreseen: undefined,
    onForget: fn(async () => undefined),
    onClose: fn(),
  },
} satisfies Meta<typeof ForgetPiece>;

export default meta;
type Story = StoryObj<typeof meta>;

/** Before it is known what would go, nothing can go. */
export const Foreseeing: Story = {
  play: async () => {
    const dialog = within(await screen.findByRole("dialog"));
    await expect(dialog.getByRole("button", { name: "遗忘" })).toBeDisabled();
    await expect(dialog.getByText("正在查看会删除什么")).toBeVisible();
  },
};

export const NotForeseeable: Story = {
  args: { foreseen: new Failure({ code: "DB_ERROR", message: "unreadable", retryable: true }) },
  play: async ({ args }) => {
    const dialog = within(await screen.findByRole("dialog"));
    await expect(dialog.getByRole("button", { name: "遗忘" })).toBeDisabled();
    await userEvent.click(dialog.getByRole("button", { name: "取消" }));
    await expect(args.onClose).toHaveBeenCalled();
    await expect(args.onForget).not.toHaveBeenCalled();
  },
};
