import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, userEvent, waitFor, within } from "storybook/test";
import { Disclosure } from "./Disclosure.tsx";

const meta = {
  component: Disclosure,
  args: { summary: "依据 3 次修改", children: "第一章，第三段：删去「缓缓地」。" },
} satisfies Meta<typeof Disclosure>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Closed: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(canvas.getByText(/第三段/)).not.toBeVisible();
    await userEvent.click(canvas.getByText("依据 3 次修改"));
    await waitFor(() => expect(canvas.getByText(/第三段/)).toBeVisible());
  },
};

export const OpenAtFirst: Story = {
  args: { open: true },
  parameters: { mohen: { theme: "dark" } },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(canvas.getByText(/第三段/)).toBeVisible();
    await userEvent.click(canvas.getByText("依据 3 次修改"));
    await waitFor(() => expect(canvas.getByText(/第三段/)).not.toBeVisible());
  },
};
