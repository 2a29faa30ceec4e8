import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, userEvent, within } from "storybook/test";
import type { ListedSkill } from "../../channels/generated.ts";
import { SKILLS } from "../sample_desk.ts";
import { SkillBar } from "./SkillBar.tsx";

const meta = {
  component: SkillBar,
  args: {
    skills: SKILLS,
    worksOn: "作用于选区（58 字）",
    hindrance: (_: ListedSkill): string | undefined => undefined,
    last: "polish",
    instruction: "",
    onRun: fn(),
    onScene: fn(),
    onInstruct: fn(),
    onWant: fn(),
  },
} satisfies Meta<typeof SkillBar>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Ready: Story = {
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole("button", { name: "改写" }));
    await expect(args.onRun).toHaveBeenCalledWith(SKILLS[1]);
    await userEvent.click(canvas.getByText("怎么问"));
    await userEvent.selectOptions(canvas.getByLabelText("场景类型"), "心理");
    await expect(args.onScene).toHaveBeenCalledWith("psychology");
    await userEvent.selectOptions(canvas.getByLabelText("候选数量"), "2");
    await expect(args.onWant).toHaveBeenCalledWith(2);
  },
};

export const NothingToWorkOn: Story = {
  args: {
    worksOn: "从光标处写起",
    hindrance: (skill) =>
      skill.target === "selection" ? "请选中一段文字，或把光标放进一段里" : undefined,
  },
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    const polish = canvas.getByRole("button", { name: "润色" });
    await expect(polish).toHaveAttribute("aria-disabled", "true");
    await expect(polish).toHaveAccessibleDescription(/请选中一段文字/);
    await userEvent.click(polish);
    await expect(args.onRun).not.toHaveBeenCalled();
    await expect(canvas.getByRole("status")).toHaveTextContent("请选中一段文字");
    await userEvent.click(canvas.getByRole("button", { name: "续写" }));
    await expect(args.onRun).toHaveBeenCalledOnce();
  },
};

export const BrokenSkill: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByText("1 个不可用"));
    await expect(canvas.getByText(/「candidates」有误/)).toBeVisible();
    await expect(canvas.getByText(".mohen/skills/tighten/SKILL.md")).toBeVisible();
  },
};

export const English: Story = {
  args: { worksOn: "Works on the selection (58 characters)", instruction: "shorter, colder" },
  globals: { language: "en", theme: "dark" },
};
