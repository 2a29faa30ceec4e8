import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, userEvent, within } from "storybook/test";
import { EmptyMemory } from "./EmptyMemory.tsx";

const meta = {
  component: EmptyMemory,
  args: { scope: "project", elsewhere: 0, onAdd: fn(), onLoadSample: fn() },
} satisfies Meta<typeof EmptyMemory>;

export default meta;
type Story = StoryObj<typeof meta>;

export const NewAuthor: Story = {
  play: async ({ canvasElement, args }) => {
    const here = within(canvasElement);
    await userEvent.click(here.getByRole("button", { name: "手动添加规则" }));
    await expect(args.onAdd).toHaveBeenCalledOnce();
    await userEvent.click(here.getByRole("button", { name: "载入示例项目" }));
    await expect(args.onLoadSample).toHaveBeenCalledOnce();
  },
};

/** The author is known, only the project is new. */
export const NewProject: Story = {
  args: { elsewhere: 3 },
  play: async ({ canvasElement }) => {
    const here = within(canvasElement);
    await expect(here.getByText("全局规则在这里同样有效。")).toBeVisible();
    await expect(here.queryByRole("button", { name: "载入示例项目" })).toBeNull();
  },
};

export const NothingGlobal: Story = {
  args: { scope: "global", elsewhere: 3 },
  parameters: { mohen: { language: "en", theme: "dark" } },
};
