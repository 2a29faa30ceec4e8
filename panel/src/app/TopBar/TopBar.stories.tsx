import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, userEvent, within } from "storybook/test";
import { PROJECT, scriptedDesk } from "../../desk/scripted_desk.ts";
import { TopBar } from "./TopBar.tsx";

const meta = {
  component: TopBar,
  parameters: { mohen: { client: scriptedDesk().client, projectId: PROJECT, bare: true } },
} satisfies Meta<typeof TopBar>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Chinese: Story = {
  play: async ({ canvasElement }) => {
    const bar = within(canvasElement);
    await userEvent.click(bar.getByRole("button", { name: /English/ }));
    await expect(bar.getByLabelText("Project")).toHaveValue(PROJECT);
    await userEvent.click(bar.getByRole("button", { name: /中文/ }));
    await expect(bar.getByLabelText("项目")).toHaveValue(PROJECT);
  },
};

export const Theme: Story = {
  play: async ({ canvasElement }) => {
    const bar = within(canvasElement);
    const worn = () => canvasElement.querySelector(".mohen")?.getAttribute("data-theme");
    await userEvent.click(bar.getByRole("button", { name: "外观: 浅色" }));
    await expect(worn()).toBe("dark");
    await userEvent.click(bar.getByRole("button", { name: "外观: 深色" }));
    await userEvent.click(bar.getByRole("button", { name: "外观: 跟随系统" }));
    await expect(worn()).toBe("light");
  },
};
