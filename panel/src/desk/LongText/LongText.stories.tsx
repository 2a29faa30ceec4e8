import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, within } from "storybook/test";
import { LongText } from "./LongText.tsx";

const PROMPT = [
  "## 作者的规则",
  "- 动作场景偏好短句：雾港的码头、灯塔与信，都不要长过一口气。",
  "",
  "<project-file> 沈砚从不解释自己。</project-file>",
].join("\n");

const meta = {
  component: LongText,
  args: { label: "第二层全文", text: PROMPT },
  decorators: [
    (Story) => (
      <div style={{ width: 300 }}>
        <Story />
      </div>
    ),
  ],
} satisfies Meta<typeof LongText>;

export default meta;
type Story = StoryObj<typeof meta>;

/** It is broken where there is no room for it, and nothing of it is taken for markup. */
export const AsItIs: Story = {
  play: async ({ canvasElement }) => {
    const text = within(canvasElement).getByRole("region", { name: "第二层全文" });
    await expect(text.textContent).toBe(PROMPT);
    await expect(text.scrollWidth).toBe(text.clientWidth);
  },
};

/** A comparison is read line by line: it scrolls sideways instead. */
export const Unbroken: Story = {
  args: {
    label: "差异",
    text: `@@ -92,7 +92,6 @@\n-- ${"动作场景偏好短句，".repeat(8)}`,
    unbroken: true,
  },
  play: async ({ canvasElement }) => {
    const text = within(canvasElement).getByRole("region", { name: "差异" });
    await expect(text.scrollWidth).toBeGreaterThan(text.clientWidth);
  },
};

export const Dark: Story = { parameters: { mohen: { theme: "dark" } } };
