import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, userEvent, within } from "storybook/test";
import { changing, invalid } from "../scripted_settings.ts";
import { PromptSettings } from "./PromptSettings.tsx";

const meta = {
  component: PromptSettings,
  args: { ...changing(), onChange: fn(async () => true) },
} satisfies Meta<typeof PromptSettings>;

export default meta;
type Story = StoryObj<typeof meta>;

export const AsItBegins: Story = {
  play: async ({ canvasElement, args }) => {
    const language = within(canvasElement).getByRole("combobox", { name: "提示词自身的语言" });
    await expect(language).toHaveValue("zh");
    await userEvent.selectOptions(language, "English");
    await expect(args.onChange).toHaveBeenCalledOnce();
    await expect(args.onChange).toHaveBeenCalledWith({ promptLanguage: "en" });
  },
};

export const ExactCountingIsMissing: Story = {
  args: { refused: { tokenizer: invalid("tokenizer", "o200k_base needs bpe-openai") } },
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getByRole("alert")).toHaveTextContent("bpe-openai");
  },
};

export const EnglishDark: Story = {
  args: { settings: changing({ promptLanguage: "en", tokenizer: "o200k_base" }).settings },
  parameters: { mohen: { language: "en", theme: "dark" } },
  play: async ({ canvasElement }) => {
    const tokens = within(canvasElement).getByRole("combobox", { name: "How tokens are counted" });
    await expect(tokens).toHaveDisplayValue("Exactly (o200k_base)");
  },
};
