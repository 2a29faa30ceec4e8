import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, screen, userEvent, waitFor } from "storybook/test";
import { Failure } from "../../channels/client.ts";
import { ForgetDialog } from "./ForgetDialog.tsx";

const meta = {
  component: ForgetDialog<number>,
  args: {
    title: "忘掉这一条？",
    label: "忘掉",
    quoted: "沈砚的眼睛是灰色的。",
    would: 2,
    children: (number: number) => <p>另有 {number} 条规则不再以它为据。</p>,
    forget: fn(async () => true),
    onClose: fn(),
  },
} satisfies Meta<typeof ForgetDialog<number>>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Known: Story = {
  play: async ({ args }) => {
    await expect(await screen.findByText(/2 条规则/)).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "忘掉" }));
    await waitFor(() => expect(args.onClose).toHaveBeenCalledOnce());
    await expect(args.forget).toHaveBeenCalledOnce();
  },
};

/** Nothing goes before it is known what would. */
export const Asking: Story = {
  args: { would: undefined },
  play: async () => {
    await expect(await screen.findByRole("button", { name: "忘掉" })).toBeDisabled();
  },
};

export const CannotBeTold: Story = {
  args: { would: new Failure({ code: "DB_ERROR", message: "unreadable", retryable: true }) },
  play: async () => {
    await expect(await screen.findByRole("button", { name: "忘掉" })).toBeDisabled();
  },
};

export const Dark: Story = { parameters: { mohen: { theme: "dark" } } };
