import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { sampleTalk, sessionsOf } from "../sample_talk.ts";
import { SessionList } from "./SessionList.tsx";

const meta = {
  component: SessionList,
  args: { items: sessionsOf(sampleTalk()), onOpen: fn(), onForget: fn() },
} satisfies Meta<typeof SessionList>;

export default meta;
type Story = StoryObj<typeof meta>;

export const ByMonth: Story = {};
export const DarkEnglish: Story = { parameters: { mohen: { theme: "dark", language: "en" } } };
export const Narrow: Story = {
  decorators: [
    (Story) => (
      <div style={{ width: 300 }}>
        <Story />
      </div>
    ),
  ],
  play: async ({ canvasElement }) => {
    await expect(canvasElement.scrollWidth).toBeLessThanOrEqual(canvasElement.clientWidth);
  },
};
