import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, within } from "storybook/test";
import { Copyable } from "./Copyable.tsx";

const HASH = `p1:${"9f86d081884c7d65".repeat(4)}`;

const meta = {
  component: Copyable,
  args: { name: "提示词哈希", value: HASH },
} satisfies Meta<typeof Copyable>;

export default meta;
type Story = StoryObj<typeof meta>;

/** Where there is no room it is cut for the eye alone; the whole of it is there. */
export const Narrow: Story = {
  decorators: [
    (Story) => (
      <div style={{ width: 240 }}>
        <Story />
      </div>
    ),
  ],
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    const value = canvas.getByText(HASH);
    await expect(value.scrollWidth).toBeGreaterThan(value.clientWidth);
    await expect(value).toHaveAttribute("title", HASH);
    const copy = canvas.getByRole("button", { name: "复制：提示词哈希" });
    const edge = canvasElement.getBoundingClientRect().left + 16 + 240;
    await expect(copy.getBoundingClientRect().right).toBeLessThanOrEqual(edge);
  },
};

export const EnglishDark: Story = {
  args: { name: "Hash of the prompt", value: "p1:9f86d081" },
  parameters: { mohen: { language: "en", theme: "dark" } },
  play: async ({ canvasElement }) => {
    const name = "Copy: Hash of the prompt";
    await expect(within(canvasElement).getByRole("button", { name })).toBeVisible();
  },
};
