import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, within } from "storybook/test";
import { Failure } from "../../channels/client.ts";
import { failed, loading, ready } from "../../state/loaded.ts";
import { sampleItems } from "../sample_knowledge.ts";
import { sampleTalk } from "../sample_talk.ts";
import { SessionReader } from "./SessionReader.tsx";

const items = sampleTalk().filter(({ session }) => session === "s1");
const facts = new Map([[4, sampleItems().slice(0, 1)]]);

const meta = {
  component: SessionReader,
  args: {
    spot: { session: "s1", place: 4 },
    reading: ready({ data: { items, facts, next: 6 }, degraded: [] }),
    onBack: fn(),
    onEarlier: fn(),
    onLater: fn(),
    onRetry: fn(),
    onFact: fn(),
    onForget: fn(),
    onForgetSession: fn(),
  },
} satisfies Meta<typeof SessionReader>;

export default meta;
type Story = StoryObj<typeof meta>;

export const AtALine: Story = {
  play: async ({ canvasElement }) => {
    const line = canvasElement.querySelector('[aria-current="true"]');
    await expect(line).toHaveTextContent("还有，我搬到了上海");
    await expect(line).toHaveFocus();
  },
};
export const Loading: Story = { args: { reading: loading } };
export const Failed: Story = {
  args: {
    reading: failed(
      loading,
      new Failure({ code: "DB_ERROR", message: "unreadable", retryable: true }),
    ),
  },
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getByRole("alert")).toBeVisible();
  },
};
export const DarkEnglish: Story = { parameters: { mohen: { theme: "dark", language: "en" } } };
export const Narrow: Story = {
  decorators: [
    (Story) => (
      <div style={{ width: 320 }}>
        <Story />
      </div>
    ),
  ],
  play: async ({ canvasElement }) => {
    await expect(canvasElement.scrollWidth).toBeLessThanOrEqual(canvasElement.clientWidth);
  },
};
