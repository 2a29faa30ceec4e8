import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, userEvent, within } from "storybook/test";
import { Failure } from "../../channels/client.ts";
import { SaveTrouble } from "./SaveTrouble.tsx";

const meta = {
  component: SaveTrouble,
  args: {
    mine: "雾是从海上来的。林晚站在码头尽头。",
    onKeepMine: fn(),
    onTakeTheirs: fn(),
    onSaveAsNew: fn(),
    onRetry: fn(),
    onDismiss: fn(),
  },
} satisfies Meta<typeof SaveTrouble>;

export default meta;
type Story = StoryObj<typeof meta>;

export const ChangedElsewhere: Story = {
  args: { theirs: "雾是从山里来的。林晚站在码头上。" },
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    await expect(canvas.getByRole("alert")).toHaveTextContent("这一章在别处被改动了");
    await userEvent.click(canvas.getByRole("button", { name: "查看差异" }));
    const dialog = within(canvas.getByRole("dialog"));
    await expect(dialog.getByText("文件里的")).toBeVisible();
    await userEvent.click(dialog.getByRole("button", { name: "采用文件里的" }));
    await expect(args.onTakeTheirs).toHaveBeenCalledOnce();
    await expect(args.onKeepMine).not.toHaveBeenCalled();
  },
};

export const ChangedElsewhereInEnglish: Story = {
  args: { mine: "The fog came from the sea.", theirs: "The fog came from the hills." },
  globals: { language: "en", theme: "dark" },
};

export const Gone: Story = {
  args: {
    failure: new Failure({ code: "NOT_FOUND", message: "no such chapter", retryable: false }),
  },
  play: async ({ canvasElement, args }) => {
    await userEvent.click(within(canvasElement).getByRole("button", { name: "另存为新章节" }));
    await expect(args.onSaveAsNew).toHaveBeenCalledOnce();
  },
};

export const Refused: Story = {
  args: { failure: new Failure({ code: "IO_ERROR", message: "read-only", retryable: false }) },
};

export const Restored: Story = {
  args: { restored: true },
  play: async ({ canvasElement, args }) => {
    await userEvent.click(within(canvasElement).getByRole("button"));
    await expect(args.onDismiss).toHaveBeenCalledOnce();
  },
};
