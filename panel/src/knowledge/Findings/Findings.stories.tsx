import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, userEvent, within } from "storybook/test";
import { CHECK } from "../sample_knowledge.ts";
import { Findings } from "./Findings.tsx";

const meta = {
  component: Findings,
  args: { check: CHECK, onExempt: fn(), onUnexempt: fn(), onCheck: fn() },
} satisfies Meta<typeof Findings>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Found: Story = {
  args: { onOpen: fn() },
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    await expect(canvas.getByText("周伯死了。")).toBeVisible();
    await userEvent.click(canvas.getAllByRole("button", { name: "这是有意的" })[0] as HTMLElement);
    await userEvent.type(canvas.getByRole("textbox"), "他是鬼{Enter}");
    await expect(args.onExempt).toHaveBeenCalledWith("find_1", "他是鬼");
    await userEvent.click(canvas.getAllByRole("button", { name: "打开" })[1] as HTMLElement);
    await expect(args.onOpen).toHaveBeenCalledWith(CHECK.findings[0]?.evidence[1]);
  },
};

/** What is meant stands last, with its reason, and can be taken back. */
export const Meant: Story = {
  args: {
    check: {
      ...CHECK,
      findings: CHECK.findings.map((each, n) =>
        n === 0 ? { ...each, intentional: true, reason: "他是鬼" } : each,
      ),
    },
  },
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    const headings = canvas.getAllByRole("heading").map((each) => each.textContent);
    await expect(headings[1]).toContain("周伯");
    await expect(canvas.getByText("原因：他是鬼")).toBeVisible();
    await userEvent.click(canvas.getByRole("button", { name: "其实不是有意的" }));
    await expect(args.onUnexempt).toHaveBeenCalledWith("find_1");
  },
};

export const Sound: Story = {
  args: { check: { ...CHECK, findings: [] } },
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getByText("比对了 8 章、75 条事实。")).toBeVisible();
  },
};

export const Unreadable: Story = {
  args: { check: { ...CHECK, warnings: [{ ref: "chapters/09.md", code: "TOO_LARGE" }] } },
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getByText(/chapters\/09\.md/)).toBeVisible();
  },
};

export const DarkEnglish: Story = { parameters: { mohen: { theme: "dark", language: "en" } } };
