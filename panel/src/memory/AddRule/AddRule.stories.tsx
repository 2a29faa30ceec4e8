import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, screen, userEvent } from "storybook/test";
import { Failure } from "../../channels/client.ts";
import type { Saved } from "../../state/rules.ts";
import { sampleRule } from "../sample_rules.ts";
import { AddRule, type AddRuleProps } from "./AddRule.tsx";

const rule = sampleRule({ id: "rule_1", rule: "所有角色对白不使用感叹号", origin: "manual" });

const answers = (saved: Saved) => fn<AddRuleProps["onAdd"]>(async () => saved);

const meta = {
  component: AddRule,
  args: {
    open: true,
    scope: "project",
    hasProject: true,
    onAdd: answers({ kind: "saved", rule }),
    onAdded: fn(),
    onClose: fn(),
    onShow: fn(),
  },
} satisfies Meta<typeof AddRule>;

export default meta;
type Story = StoryObj<typeof meta>;

const field = () => screen.findByRole("textbox", { name: "规则" });

export const Project: Story = {
  play: async ({ args }) => {
    await expect(await field()).toHaveFocus();
    await userEvent.type(await field(), rule.rule);
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "分类" }), "vocabulary");
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "适用范围" }), "global");
    await userEvent.click(screen.getByRole("button", { name: "保存" }));
    await expect(args.onAdd).toHaveBeenCalledWith({
      text: rule.rule,
      scope: "global",
      category: "vocabulary",
    });
    await expect(args.onClose).toHaveBeenCalledOnce();
    await expect(args.onAdded).toHaveBeenCalledOnce();
  },
};

/** Without a project there is nowhere else for a rule to hold. */
export const GlobalOnly: Story = {
  args: { scope: "global", hasProject: false },
  play: async ({ args }) => {
    await userEvent.type(await field(), "少用副词{Enter}");
    await expect(screen.queryByRole("option", { name: "仅本项目" })).toBeNull();
    await expect(args.onAdd).toHaveBeenCalledWith({ text: "少用副词", scope: "global" });
  },
};

export const Blank: Story = {
  play: async ({ args }) => {
    await userEvent.type(await field(), "   {Enter}");
    await expect(await screen.findByText("请写下你的偏好，规则不能为空。")).toBeVisible();
    await expect(args.onAdd).not.toHaveBeenCalled();
  },
};

export const Double: Story = {
  args: { onAdd: answers({ kind: "double", id: "rule_1" }) },
  play: async ({ args }) => {
    await userEvent.type(await field(), `${rule.rule}{Enter}`);
    await userEvent.click(await screen.findByRole("button", { name: "查看" }));
    await expect(args.onShow).toHaveBeenCalledWith("rule_1");
  },
};

const away = new Failure({ code: "UNREACHABLE", message: "away", retryable: true });

/** What was typed is not lost. */
export const Refused: Story = {
  args: { onAdd: answers({ kind: "failed", failure: away }) },
  parameters: { mohen: { language: "en", theme: "dark" } },
  play: async ({ args }) => {
    const typed = await screen.findByRole("textbox", { name: "Rule" });
    await userEvent.type(typed, "Fewer adverbs{Enter}");
    await expect(await screen.findByText("Mohen cannot be reached")).toBeVisible();
    await expect(typed).toHaveValue("Fewer adverbs");
    await expect(args.onClose).not.toHaveBeenCalled();
  },
};
