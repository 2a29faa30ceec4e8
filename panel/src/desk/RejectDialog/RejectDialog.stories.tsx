import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, userEvent, within } from "storybook/test";
import { RejectDialog } from "./RejectDialog.tsx";

const meta = {
  component: RejectDialog,
  args: { open: true, onReject: fn(), onClose: fn() },
} satisfies Meta<typeof RejectDialog>;

export default meta;
type Story = StoryObj<typeof meta>;

export const WithReasons: Story = {
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole("button", { name: "太啰嗦" }));
    await userEvent.click(canvas.getByRole("button", { name: "太长" }));
    await userEvent.click(canvas.getByRole("button", { name: "太长" }));
    await userEvent.type(canvas.getByLabelText("用自己的话说"), "形容词太多");
    await userEvent.click(canvas.getByRole("button", { name: "都不要" }));
    await expect(args.onReject).toHaveBeenCalledWith("太啰嗦; 形容词太多");
  },
};

export const WithoutAWord: Story = {
  globals: { language: "en", theme: "dark" },
  play: async ({ canvasElement, args }) => {
    await userEvent.click(within(canvasElement).getByRole("button", { name: "None of them" }));
    await expect(args.onReject).toHaveBeenCalledWith("");
  },
};
