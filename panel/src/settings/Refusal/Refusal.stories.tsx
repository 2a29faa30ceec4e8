import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, within } from "storybook/test";
import { unreachable } from "../../channels/client.ts";
import { invalid } from "../scripted_settings.ts";
import { Refusal } from "./Refusal.tsx";

const meta = {
  component: Refusal,
  args: { failure: invalid("tokenizer", "o200k_base needs bpe-openai") },
} satisfies Meta<typeof Refusal>;

export default meta;
type Story = StoryObj<typeof meta>;

/** What the server says of the very value is quoted, in its language. */
export const OfAValue: Story = {
  play: async ({ canvasElement }) => {
    const told = within(canvasElement).getByRole("alert");
    await expect(told).toHaveTextContent("未能保存，已恢复原样。");
    await expect(within(told).getByText("o200k_base needs bpe-openai")).toHaveAttribute(
      "lang",
      "en",
    );
  },
};

export const ServerAway: Story = {
  args: { failure: unreachable("ECONNREFUSED") },
  play: async ({ canvasElement }) => {
    const told = within(canvasElement).getByRole("alert");
    await expect(told).toHaveTextContent("连不上墨痕");
    await expect(told).not.toHaveTextContent("ECONNREFUSED");
  },
};

export const EnglishDark: Story = { parameters: { mohen: { language: "en", theme: "dark" } } };
