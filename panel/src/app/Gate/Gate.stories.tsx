import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, userEvent, within } from "storybook/test";
import { Gate } from "./Gate.tsx";

const meta = {
  component: Gate,
  args: { onToken: fn() },
  parameters: { mohen: { bare: true } },
} satisfies Meta<typeof Gate>;

export default meta;
type Story = StoryObj<typeof meta>;

export const FirstVisit: Story = {
  play: async ({ canvasElement, args }) => {
    const page = within(canvasElement);
    const enter = page.getByRole("button", { name: "进入" });
    await expect(enter).toBeDisabled();
    const field = page.getByLabelText("或粘贴令牌");
    await expect(field).toHaveAttribute("type", "password");
    await userEvent.type(field, "  a-token {Enter}");
    await expect(args.onToken).toHaveBeenCalledOnce();
    await expect(args.onToken).toHaveBeenCalledWith("a-token");
  },
};

export const WrongToken: Story = {
  args: { because: "token" },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await expect(page.getByText("令牌与这份记忆不符。")).toBeVisible();
    await expect(page.getByText("mohen open")).toBeVisible();
    await userEvent.click(page.getByRole("button", { name: "English" }));
    await expect(page.getByText(/This browser then stays in/)).toBeVisible();
  },
};

export const Team: Story = {
  args: { team: true, because: "token" },
  play: async ({ canvasElement, args }) => {
    const page = within(canvasElement);
    await expect(page.getByText("令牌有误、已过期或已撤销。")).toBeVisible();
    await expect(page.queryByText("mohen open")).toBeNull();
    await userEvent.type(page.getByLabelText("你的令牌"), "mohen_mine{Enter}");
    await expect(args.onToken).toHaveBeenCalledWith("mohen_mine");
  },
};

export const ServerAway: Story = {
  args: { because: "unreachable" },
  parameters: { mohen: { bare: true, language: "en" } },
};

export const Dark: Story = {
  args: { because: "refused" },
  parameters: { mohen: { bare: true, theme: "dark" } },
};
