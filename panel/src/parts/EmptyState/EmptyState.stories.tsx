import type { Meta, StoryObj } from "@storybook/react-vite";
import { Button } from "../Button/Button.tsx";
import { EmptyState } from "./EmptyState.tsx";

const meta = {
  component: EmptyState,
  args: {
    icon: "ink",
    title: "还没有学到偏好",
    children: "在书桌上接受、修改或放弃 AI 的文字，墨痕会慢慢记住你的写法。",
    actions: <Button kind="primary">去书桌</Button>,
  },
} satisfies Meta<typeof EmptyState>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Chinese: Story = {};
export const English: Story = {
  args: {
    icon: "search",
    title: "Nothing found",
    children: "Try fewer words, or look in all projects.",
    actions: undefined,
  },
  parameters: { mohen: { language: "en", theme: "dark" } },
};
