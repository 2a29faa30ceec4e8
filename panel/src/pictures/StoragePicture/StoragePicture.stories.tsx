import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, within } from "storybook/test";
import { STORAGE } from "../sample_pictures.ts";
import { StoragePicture } from "./StoragePicture.tsx";

const meta = {
  component: StoragePicture,
  // All of it: what only matters inside is not shown to a writer.
  parameters: { mohen: { inside: true } },
  args: { storage: STORAGE },
} satisfies Meta<typeof StoragePicture>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    const full = canvas.getByRole("meter", { name: "交互" });
    await expect(full).toHaveAttribute("aria-valuetext", "932 / 1,000");
    await expect(canvas.getByText(/快满了/)).toBeVisible();
    await expect(canvas.getByRole("row", { name: /mind\.db\b.*18/ })).toBeVisible();
  },
};

/** Of all projects together there are numbers, and no limits to compare them with. */
export const AllProjects: Story = {
  args: { storage: { files: STORAGE.files, episodes: { used: 2310 }, rules: { used: 61 } } },
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).queryByRole("meter")).toBeNull();
    await expect(within(canvasElement).getByText("2,310")).toBeVisible();
  },
};

export const Empty: Story = { args: { storage: { files: {} } } };
export const Dark: Story = { parameters: { mohen: { theme: "dark", language: "en" } } };
