import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, screen, userEvent, within } from "storybook/test";
import { Failure } from "../../channels/client.ts";
import { PieceForm, type PieceFormProps } from "./PieceForm.tsx";

const meta = {
  component: PieceForm,
  args: { onSave: fn<PieceFormProps["onSave"]>(async () => undefined), onClose: fn() },
} satisfies Meta<typeof PieceForm>;

export default meta;
type Story = StoryObj<typeof meta>;

export const New: Story = {
  play: async ({ args }) => {
    const dialog = within(await screen.findByRole("dialog"));
    await userEvent.type(dialog.getByRole("textbox"), "  结局要冷  ");
    await userEvent.selectOptions(dialog.getByRole("combobox"), "note");
    await userEvent.click(dialog.getByRole("button", { name: "保存" }));
    await expect(args.onSave).toHaveBeenCalledWith("结局要冷", "note");
    await expect(args.onClose).toHaveBeenCalledOnce();
  },
};

/** What was typed stays when it could not be saved. */
export const Refused: Story = {
  args: {
    before: "旧的说法",
    onSave: fn<PieceFormProps["onSave"]>(
      async () => new Failure({ code: "DB_ERROR", message: "full", retryable: true }),
    ),
  },
  play: async ({ args }) => {
    const dialog = within(await screen.findByRole("dialog"));
    await userEvent.type(dialog.getByRole("textbox"), "，改了");
    await userEvent.click(dialog.getByRole("button", { name: "保存" }));
    await expect(await dialog.findByRole("alert")).toBeVisible();
    await expect(dialog.getByRole("textbox")).toHaveValue("旧的说法，改了");
    await expect(args.onClose).not.toHaveBeenCalled();
  },
};
