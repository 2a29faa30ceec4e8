import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, userEvent, within } from "storybook/test";
import { changing } from "../scripted_settings.ts";
import { PrivacySettings } from "./PrivacySettings.tsx";

const meta = {
  component: PrivacySettings,
  args: { ...changing({ redactNames: ["林墨", "青河镇"] }), onChange: fn(async () => true) },
} satisfies Meta<typeof PrivacySettings>;

export default meta;
type Story = StoryObj<typeof meta>;

export const AsItBegins: Story = {
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    const names = canvas.getByRole("textbox", { name: "不保存的名字" });
    await expect(names).toHaveAccessibleDescription(/2 个名字/);
    await userEvent.click(canvas.getByRole("switch", { name: "允许查看整份提示词" }));
    await expect(args.onChange).toHaveBeenCalledOnce();
    await expect(args.onChange).toHaveBeenCalledWith({ contextInspectionEnabled: true });
  },
};

/** Nothing is lost by switching it off, so that is not asked. */
export const SwitchedOff: Story = {
  args: { settings: changing({ privacyModeEnabled: true }).settings },
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole("switch", { name: "隐私模式" }));
    await expect(canvas.queryByRole("dialog")).toBeNull();
    await expect(args.onChange).toHaveBeenCalledOnce();
    await expect(args.onChange).toHaveBeenCalledWith({ privacyModeEnabled: false });
  },
};

export const SavingNamesInEnglish: Story = {
  args: { settings: changing({ redactNames: ["Lin Mo"] }).settings, saving: ["redactNames"] },
  parameters: { mohen: { language: "en", theme: "dark" } },
  play: async ({ canvasElement }) => {
    const save = within(canvasElement).getByRole("button", { name: "Save names" });
    await expect(save).toHaveAttribute("aria-busy", "true");
  },
};
