import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, userEvent, within } from "storybook/test";
import { PanelSettings } from "./PanelSettings.tsx";

const meta = { component: PanelSettings } satisfies Meta<typeof PanelSettings>;

export default meta;
type Story = StoryObj<typeof meta>;

/** It speaks and looks otherwise at once. */
export const Chinese: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.selectOptions(canvas.getByRole("combobox", { name: "外观" }), "深色");
    await expect(canvasElement.querySelector(".mohen")).toHaveAttribute("data-theme", "dark");
    await userEvent.selectOptions(canvas.getByRole("combobox", { name: "语言" }), "English");
    await expect(canvas.getByRole("region", { name: "This page" })).toBeVisible();
    await expect(canvas.getByRole("combobox", { name: "Appearance" })).toHaveDisplayValue("Dark");
  },
};

export const EnglishDark: Story = { parameters: { mohen: { language: "en", theme: "dark" } } };
