import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, userEvent, within } from "storybook/test";
import { canceled, Failure, unreachable } from "../../channels/client.ts";
import { FailureNotice } from "./FailureNotice.tsx";

const meta = {
  component: FailureNotice,
  args: { failure: unreachable("connection refused"), onRetry: fn() },
  decorators: [(Story) => <div style={{ maxWidth: 420 }}>{Story()}</div>],
} satisfies Meta<typeof FailureNotice>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Unreachable: Story = {
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    await expect(canvas.getByRole("alert")).toHaveTextContent("连不上墨痕");
    await userEvent.click(canvas.getByRole("button", { name: "重试" }));
    await expect(args.onRetry).toHaveBeenCalledOnce();
  },
};

export const Detailed: Story = {
  args: {
    onRetry: undefined,
    failure: new Failure({
      code: "INVALID_ARGUMENT",
      message: "ruleText must not be empty: write what the rule says",
      retryable: false,
      details: { field: "ruleText" },
      requestId: "0191-7c2e",
    }),
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(canvas.queryByRole("button")).toBeNull();
    await userEvent.click(canvas.getByText("详细信息"));
    await expect(canvas.getByText("ruleText")).toBeVisible();
    await expect(canvas.getByText("0191-7c2e")).toBeVisible();
  },
};

export const EnglishDark: Story = {
  args: {
    failure: new Failure({
      code: "DB_ERROR",
      message: "database or disk is full",
      retryable: true,
      details: { reason: "full" },
    }),
  },
  parameters: { mohen: { language: "en", theme: "dark" } },
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getByRole("alert")).toHaveTextContent("The disk is full");
  },
};

export const Stopped: Story = {
  args: { failure: canceled() },
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).queryByRole("alert")).toBeNull();
  },
};
