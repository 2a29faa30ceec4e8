import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, userEvent, within } from "storybook/test";
import { Failure } from "../../channels/client.ts";
import type { Saved } from "../../state/rules.ts";
import { sampleRule } from "../sample_rules.ts";
import { RuleEditor, type RuleEditorProps } from "./RuleEditor.tsx";

const rule = sampleRule({ id: "rule_1", rule: "动作场景偏好短句" });
const newer = { ...rule, rule: "打斗场景偏好短句", version: 2 };

const answers = (saved: Saved) => fn<RuleEditorProps["onSave"]>(async () => saved);

const meta = {
  component: RuleEditor,
  args: {
    rule,
    onSave: answers({ kind: "saved", rule }),
    onLeave: fn(),
    onShow: fn(),
  },
} satisfies Meta<typeof RuleEditor>;

export default meta;
type Story = StoryObj<typeof meta>;

async function change(canvas: HTMLElement, text: string) {
  const field = within(canvas).getByRole("textbox");
  await userEvent.clear(field);
  await userEvent.type(field, text);
  await userEvent.keyboard("{Enter}");
}

export const Saves: Story = {
  play: async ({ canvasElement, args }) => {
    await expect(within(canvasElement).getByRole("textbox")).toHaveFocus();
    await change(canvasElement, "  短句  ");
    await expect(args.onSave).toHaveBeenCalledWith("短句", rule);
    await expect(args.onLeave).toHaveBeenCalledOnce();
  },
};

export const Stale: Story = {
  args: { onSave: answers({ kind: "stale", newer }) },
  play: async ({ canvasElement, args }) => {
    const here = within(canvasElement);
    await change(canvasElement, "我的");
    await expect(await here.findByText("打斗场景偏好短句")).toBeVisible();
    await userEvent.click(here.getByRole("button", { name: "保存我的" }));
    await expect(args.onSave).toHaveBeenLastCalledWith("我的", newer);
    await userEvent.click(here.getByRole("button", { name: "保留新的" }));
    await expect(args.onLeave).toHaveBeenCalledOnce();
  },
};

export const Double: Story = {
  args: { onSave: answers({ kind: "double", id: "rule_2" }) },
  play: async ({ canvasElement, args }) => {
    const here = within(canvasElement);
    await change(canvasElement, "已有的");
    await expect(await here.findByText("已经有一条相同的规则。")).toBeVisible();
    await userEvent.click(here.getByRole("button", { name: "查看" }));
    await expect(args.onShow).toHaveBeenCalledWith("rule_2");
  },
};

export const Gone: Story = {
  args: {
    onSave: answers({ kind: "gone" }),
    onAddAgain: fn(async (): Promise<Saved> => ({ kind: "saved", rule })),
  },
  play: async ({ canvasElement, args }) => {
    const here = within(canvasElement);
    await change(canvasElement, "留下它");
    await userEvent.click(await here.findByRole("button", { name: "作为我的规则添加" }));
    await expect(args.onAddAgain).toHaveBeenCalledWith("留下它");
    await expect(args.onLeave).toHaveBeenCalledOnce();
  },
};

const full = new Failure({
  code: "DB_ERROR",
  message: "full",
  retryable: true,
  details: { reason: "full" },
});

export const Refused: Story = {
  args: { onSave: answers({ kind: "failed", failure: full }) },
  play: async ({ canvasElement, args }) => {
    await change(canvasElement, "短句");
    await expect(await within(canvasElement).findByText("磁盘已满")).toBeVisible();
    await expect(within(canvasElement).getByRole("textbox")).toHaveValue("短句");
    await expect(args.onLeave).not.toHaveBeenCalled();
  },
};
