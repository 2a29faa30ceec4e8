import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, userEvent, within } from "storybook/test";
import { changing, invalid } from "../scripted_settings.ts";
import { MemorySettings } from "./MemorySettings.tsx";

const meta = {
  component: MemorySettings,
  args: { ...changing(), onChange: fn(async () => true) },
} satisfies Meta<typeof MemorySettings>;

export default meta;
type Story = StoryObj<typeof meta>;

export const AsItBegins: Story = {
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole("switch", { name: "从你的写作中学习" }));
    await expect(args.onChange).toHaveBeenCalledOnce();
    await expect(args.onChange).toHaveBeenCalledWith({
      preferenceLearningEnabled: false,
    });
    await expect(canvas.getByRole("textbox", { name: "出现几次才算偏好" })).toHaveValue("3");
  },
};

/** Both off: what each of them means then stands below it. */
export const AllOff: Story = {
  args: {
    settings: changing({ injectionEnabled: false, preferenceLearningEnabled: false }).settings,
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    for (const each of canvas.getAllByRole("switch")) await expect(each).not.toBeChecked();
    await expect(
      canvas.getByRole("switch", { name: "把学到的内容交给 AI" }),
    ).toHaveAccessibleDescription(/学习照常进行/);
  },
};

export const RefusedInEnglish: Story = {
  args: { refused: { preferenceLearningThreshold: invalid("x", "at most 100") } },
  parameters: { mohen: { language: "en", theme: "dark" } },
  play: async ({ canvasElement }) => {
    const told = within(canvasElement).getByRole("alert");
    await expect(told).toHaveTextContent("That was not taken; it is as it was.");
    await expect(told).toHaveTextContent("at most 100");
  },
};
