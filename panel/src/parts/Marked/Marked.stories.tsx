import type { Meta, StoryObj } from "@storybook/react-vite";
import { Marked } from "./Marked.tsx";

const meta = {
  component: Marked,
  args: { text: "我对花生过敏，花生酱也不行。I moved to Oslo.", marks: ["花生", "moved"] },
} satisfies Meta<typeof Marked>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Light: Story = {};
export const Dark: Story = { parameters: { mohen: { theme: "dark" } } };
export const NothingAsked: Story = { args: { marks: [] } };
