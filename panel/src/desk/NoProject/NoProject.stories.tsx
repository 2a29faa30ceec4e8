import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, userEvent, within } from "storybook/test";
import { NoProject } from "./NoProject.tsx";

const meta = {
  component: NoProject,
  args: { projects: [], onEnter: fn(), onNew: fn(), onLoadSample: fn() },
} satisfies Meta<typeof NoProject>;

export default meta;
type Story = StoryObj<typeof meta>;

export const FirstVisit: Story = {
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole("button", { name: "载入示例项目" }));
    await expect(args.onLoadSample).toHaveBeenCalledOnce();
    await userEvent.click(canvas.getByRole("button", { name: "新建项目" }));
    await expect(args.onNew).toHaveBeenCalledOnce();
  },
};

export const KnownProjects: Story = {
  args: { projects: ["雾港来信", "Letters from Fog Harbour"] },
  globals: { language: "en", theme: "dark" },
  play: async ({ canvasElement, args }) => {
    await userEvent.click(within(canvasElement).getByRole("button", { name: "雾港来信" }));
    await expect(args.onEnter).toHaveBeenCalledWith("雾港来信");
  },
};
