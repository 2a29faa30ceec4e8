import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, within } from "storybook/test";
import { Group } from "./Group.tsx";

const meta = {
  component: Group,
  args: {
    name: "memory",
    title: "记忆与学习",
    lead: "记忆怎样学习，又怎样交给 AI。",
    children: <p>这里是各项设置。</p>,
  },
} satisfies Meta<typeof Group>;

export default meta;
type Story = StoryObj<typeof meta>;

export const WithALead: Story = {
  play: async ({ canvasElement }) => {
    const group = within(canvasElement).getByRole("region", { name: "记忆与学习" });
    await expect(group).toHaveAttribute("data-group", "memory");
    await expect(within(group).getByText(/怎样学习/)).toBeVisible();
  },
};

export const Dark: Story = { parameters: { mohen: { theme: "dark" } } };
