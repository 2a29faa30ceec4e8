import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, userEvent, within } from "storybook/test";
import type { ListedSkill } from "../../channels/generated.ts";
import { SKILLS } from "../sample_desk.ts";
import { SkillFinder } from "./SkillFinder.tsx";

const meta = {
  component: SkillFinder,
  args: {
    open: true,
    skills: SKILLS,
    hindrance: (_: ListedSkill): string | undefined => undefined,
    onRun: fn(),
    onClose: fn(),
  },
} satisfies Meta<typeof SkillFinder>;

export default meta;
type Story = StoryObj<typeof meta>;

export const ByKeyboard: Story = {
  play: async ({ canvasElement, args }) => {
    const field = within(canvasElement).getByLabelText("查找技能");
    await userEvent.type(field, "{ArrowDown}{ArrowDown}{Enter}");
    await expect(args.onRun).toHaveBeenCalledWith(SKILLS[2]);
    await expect(args.onClose).toHaveBeenCalledOnce();
  },
};

export const InEitherLanguage: Story = {
  globals: { language: "en", theme: "dark" },
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    await userEvent.type(canvas.getByLabelText("Find a skill"), "扩写{Enter}");
    await expect(args.onRun).toHaveBeenCalledWith(SKILLS[3]);
  },
};

export const NoneFound: Story = {
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    await userEvent.type(canvas.getByLabelText("查找技能"), "zzz{Enter}");
    await expect(canvas.getByRole("status")).toHaveTextContent("没有这个技能。");
    await expect(args.onRun).not.toHaveBeenCalled();
  },
};

export const Hindered: Story = {
  args: { hindrance: () => "正在写，请稍候" },
  play: async ({ canvasElement, args }) => {
    await userEvent.type(within(canvasElement).getByLabelText("查找技能"), "{Enter}");
    await expect(args.onRun).not.toHaveBeenCalled();
  },
};
