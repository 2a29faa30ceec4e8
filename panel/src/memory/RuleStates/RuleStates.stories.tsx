import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, within } from "storybook/test";
import { sampleRule } from "../sample_rules.ts";
import { RuleStates } from "./RuleStates.tsx";

const now = Date.now();
const rule = sampleRule({ id: "rule_1", rule: "偏好短句", createdAt: now, updatedAt: now });

const meta = { component: RuleStates, args: { rule } } satisfies Meta<typeof RuleStates>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Everything: Story = {
  args: {
    rule: {
      ...rule,
      origin: "learned",
      tally: { supporting: 3, contradicting: 1, gone: 0 },
      userConfirmed: true,
      userModified: true,
      recentlyUpdated: true,
      conflictMarked: true,
      overriddenBy: "rule_2",
    },
  },
  play: async ({ canvasElement }) => {
    const here = within(canvasElement);
    for (const state of [
      "从 3 次交互中学到",
      "1 次相反",
      "已确认",
      "你修改过",
      "最近更新",
      "有冲突",
      "本项目中不生效",
    ]) {
      await expect(here.getByText(state)).toBeVisible();
    }
  },
};

export const Dark: Story = {
  args: Everything.args ?? {},
  parameters: { mohen: { theme: "dark" } },
};

export const EnglishOne: Story = {
  args: { rule: { ...rule, tally: { supporting: 1, contradicting: 0, gone: 0 } } },
  parameters: { mohen: { language: "en" } },
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getByText("Distilled from 1 interaction")).toBeVisible();
  },
};
