import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, screen, userEvent } from "storybook/test";
import { Failure } from "../../channels/client.ts";
import { never } from "../../channels/scripted.ts";
import { sampleRule } from "../sample_rules.ts";
import { DeleteRule, type DeleteRuleProps } from "./DeleteRule.tsx";

const rule = sampleRule({ id: "rule_1", rule: "偏好使用文言文句式" });
const would = {
  rules: 1,
  wordings: 2,
  links: 9,
  conflicts: 1,
  labels: 0,
  vetoes: 1,
  episodesMarked: 6,
  wiped: false,
  dryRun: true,
};

const meta = {
  component: DeleteRule,
  args: {
    rule,
    foresee: fn<DeleteRuleProps["foresee"]>(async () => would),
    onDelete: fn(),
    onClose: fn(),
  },
} satisfies Meta<typeof DeleteRule>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Learned: Story = {
  play: async ({ args }) => {
    await expect(await screen.findByText(/6 次交互将标记为负向/)).toBeVisible();
    await expect(screen.getByText(/2 个旧表述/)).toBeVisible();
    await expect(screen.getByText(/1 个冲突随之了结/)).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "取消" }));
    await expect(args.onClose).toHaveBeenCalledOnce();
    await expect(args.onDelete).not.toHaveBeenCalled();
  },
};

/** Nothing taught it, and nothing else goes with it. */
export const Typed: Story = {
  args: {
    foresee: fn<DeleteRuleProps["foresee"]>(async () => ({
      ...would,
      wordings: 0,
      conflicts: 0,
      episodesMarked: 0,
    })),
  },
  parameters: { mohen: { language: "en", theme: "dark" } },
  play: async ({ args }) => {
    await expect(await screen.findByText(/will not be learned again/)).toBeVisible();
    await expect(screen.queryByText(/speak for it/)).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Delete" }));
    await expect(args.onDelete).toHaveBeenCalledWith(rule);
  },
};

export const Asking: Story = { args: { foresee: fn<DeleteRuleProps["foresee"]>(never) } };

const gone = new Failure({ code: "NOT_FOUND", message: "no such rule", retryable: false });

export const GoneAlready: Story = {
  args: { foresee: fn<DeleteRuleProps["foresee"]>(async () => gone) },
  play: async () => {
    await expect(await screen.findByText("已经不在了")).toBeVisible();
    await expect(screen.getByRole("button", { name: "删除" })).toBeDisabled();
  },
};
