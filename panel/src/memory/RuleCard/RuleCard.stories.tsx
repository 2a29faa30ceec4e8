import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, screen, userEvent, within } from "storybook/test";
import { contradiction, sampleRules } from "../sample_rules.ts";
import { RuleCard } from "./RuleCard.tsx";

const now = Date.now();
const samples = [...sampleRules(now), ...contradiction(now)];
function sample(id: string) {
  const found = samples.find((each) => each.id === id);
  if (!found) throw new Error(`there is no ${id}`);
  return found;
}

const meta = {
  component: RuleCard,
  args: {
    rule: sample("rule_short"),
    open: true,
    onOpen: fn(),
    onConfirm: fn(),
    onEdit: fn(),
    onDelete: fn(),
    onPromote: fn(),
    onMove: fn(),
    onWhy: fn(),
  },
  decorators: [
    (Story) => (
      <div style={{ maxWidth: 420 }}>
        <Story />
      </div>
    ),
  ],
} satisfies Meta<typeof RuleCard>;

export default meta;
type Story = StoryObj<typeof meta>;

/** One line: what it says, how it stands, how sure it is. */
export const Row: Story = {
  args: { open: false, onChoose: fn() },
  play: async ({ canvasElement, args }) => {
    const here = within(canvasElement);
    await expect(here.getByRole("meter", { name: "置信度" })).toBeVisible();
    await expect(here.queryByRole("button", { name: "确认" })).toBeNull();
    const head = here.getByRole("button", { name: "动作场景偏好短句 最近更新" });
    await expect(head).toHaveAttribute("aria-expanded", "false");
    await userEvent.click(head);
    await expect(args.onOpen).toHaveBeenCalledWith("rule_short", true);
    await userEvent.click(here.getByRole("checkbox", { name: "选择「动作场景偏好短句」" }));
    await expect(args.onChoose).toHaveBeenCalledWith("rule_short", true);
  },
};

export const Distilled: Story = {
  play: async ({ canvasElement, args }) => {
    const here = within(canvasElement);
    await userEvent.click(here.getByRole("button", { name: "确认" }));
    await expect(args.onConfirm).toHaveBeenCalledWith(args.rule, true);
    await userEvent.click(here.getByRole("button", { name: "删除" }));
    await expect(args.onDelete).toHaveBeenCalledWith(args.rule);
    await userEvent.click(here.getByRole("button", { name: "为什么有这条规则？" }));
    await expect(args.onWhy).toHaveBeenCalledWith(args.rule);
    await userEvent.click(here.getByRole("button", { name: "更多操作" }));
    await userEvent.click(await screen.findByRole("menuitem", { name: "移到「节奏」" }));
    await expect(args.onMove).toHaveBeenCalledWith(args.rule, "pacing");
  },
};

export const Confirmed: Story = {
  args: { rule: sample("rule_cold") },
  play: async ({ canvasElement, args }) => {
    await userEvent.click(within(canvasElement).getByRole("button", { name: "取消确认" }));
    await expect(args.onConfirm).toHaveBeenCalledWith(args.rule, false);
  },
};

export const Typed: Story = {
  args: { rule: sample("rule_person") },
  play: async ({ canvasElement }) => {
    const here = within(canvasElement);
    await expect(here.getByText("你手动添加")).toBeVisible();
    await expect(here.queryByText(/次相反/)).toBeNull();
  },
};

export const InConflict: Story = { args: { rule: sample("rule_brief") } };

export const Overridden: Story = {
  args: { rule: sample("rule_first"), overriding: "使用第三人称全知视角" },
  play: async ({ canvasElement }) => {
    await userEvent.click(within(canvasElement).getByRole("button", { name: "更多操作" }));
    // It is global already.
    await expect(await screen.findByRole("menu")).toBeVisible();
    await expect(screen.queryByRole("menuitem", { name: "提升为全局" })).toBeNull();
  },
};

export const Busy: Story = {
  args: { busy: true },
  play: async ({ canvasElement, args }) => {
    await userEvent.click(within(canvasElement).getByRole("button", { name: "确认" }));
    await expect(args.onConfirm).not.toHaveBeenCalled();
  },
};

export const Dark: Story = {
  args: { rule: sample("rule_long") },
  parameters: { mohen: { theme: "dark" } },
};

export const EnglishAndLong: Story = {
  args: {
    rule: {
      ...sample("rule_short"),
      ruleEn:
        "Prefers sentences that say one thing, then stop; where a thought needs a second clause it gets a second sentence, even in the middle of a fight",
    },
  },
  parameters: { mohen: { language: "en" } },
};
