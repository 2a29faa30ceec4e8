import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, within } from "storybook/test";
import { IconBar } from "./IconBar.tsx";

const meta = { component: IconBar, args: { view: "memory" } } satisfies Meta<typeof IconBar>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Chinese: Story = {
  play: async ({ canvasElement }) => {
    const bar = within(canvasElement).getByRole("navigation", { name: "视图" });
    const links = within(bar).getAllByRole("link");
    await expect(links.map((link) => link.getAttribute("href"))).toEqual([
      "#/desk",
      "#/memory",
      "#/knowledge",
      "#/insights",
      "#/settings",
    ]);
    await expect(within(bar).getByRole("link", { current: "page" })).toHaveTextContent("记忆");
  },
};

export const English: Story = { parameters: { mohen: { language: "en" } } };
export const Dark: Story = { parameters: { mohen: { theme: "dark" } } };
