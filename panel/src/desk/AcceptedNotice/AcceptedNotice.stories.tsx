import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, userEvent, within } from "storybook/test";
import { AcceptedNotice } from "./AcceptedNotice.tsx";

const meta = {
  component: AcceptedNotice,
  args: { praise: "", onPraise: fn(), onDone: fn(), onUndo: fn() },
} satisfies Meta<typeof AcceptedNotice>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Praised: Story = {
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    await userEvent.type(canvas.getByLabelText("好在哪里？（可不填）"), "短句利落{Enter}");
    await expect(args.onPraise).toHaveBeenLastCalledWith("短句利落");
    await expect(args.onDone).toHaveBeenCalledOnce();
  },
};

export const TakenBack: Story = {
  globals: { language: "en", theme: "dark" },
  play: async ({ canvasElement, args }) => {
    await userEvent.click(within(canvasElement).getByRole("button", { name: "Take back" }));
    await expect(args.onUndo).toHaveBeenCalledOnce();
    await expect(args.onDone).not.toHaveBeenCalled();
  },
};
