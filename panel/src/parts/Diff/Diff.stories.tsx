import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, within } from "storybook/test";
import { Diff } from "./Diff.tsx";

const zh = {
  before:
    "他缓缓地走进房间，心中充满了一种难以言喻的复杂情绪。窗外的雨还没有停。\n\n“你回来了。”母亲说道。",
  after: "他走进房间。窗外的雨还没有停。\n\n“回来了。”母亲没有抬头。",
};
const en = {
  before: "She walked slowly into the room, feeling a strange mixture of hope and dread.",
  after: "She walked into the room, hoping and dreading. Nobody looked up.",
};

const meta = { component: Diff, args: zh } satisfies Meta<typeof Diff>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Inline: Story = {
  play: async ({ canvasElement }) => {
    const gone = canvasElement.querySelector("del");
    const came = canvasElement.querySelector("ins");
    await expect(gone).toHaveTextContent(/^删去：缓缓地，$/);
    await expect(came).toHaveTextContent(/^添上：/);
    await expect(getComputedStyle(gone ?? canvasElement).textDecorationLine).toBe("line-through");
    await expect(getComputedStyle(came ?? canvasElement).textDecorationLine).toBe("underline");
  },
};
export const InlineDark: Story = { parameters: { mohen: { theme: "dark" } } };

export const SideBySide: Story = {
  args: { ...en, mode: "side", labels: { before: "What the AI wrote", after: "What you kept" } },
  parameters: { mohen: { language: "en" } },
  play: async ({ canvasElement }) => {
    const [before, after] = within(canvasElement).getAllByRole("figure");
    await expect(before).toHaveAccessibleName("What the AI wrote");
    await expect(before?.querySelector("ins")).toBeNull();
    await expect(after?.querySelector("del")).toBeNull();
    await expect(before?.getBoundingClientRect().top).toBe(after?.getBoundingClientRect().top);
  },
};

export const SideInASidebar: Story = {
  args: { mode: "side" },
  decorators: [(Story) => <div style={{ maxWidth: 340 }}>{Story()}</div>],
  play: async ({ canvasElement }) => {
    const [before, after] = within(canvasElement).getAllByRole("figure");
    await expect(after?.getBoundingClientRect().top).toBeGreaterThan(
      before?.getBoundingClientRect().bottom ?? Number.POSITIVE_INFINITY,
    );
  },
};

export const Same: Story = {
  args: { after: zh.before },
  play: async ({ canvasElement }) => {
    await expect(canvasElement.querySelector("ins, del")).toBeNull();
    await expect(within(canvasElement).getByText("没有差别")).toBeVisible();
  },
};

/** A paragraph that was only broken in two. */
export const OnlyALineBreak: Story = {
  args: { before: "雾散了。他走了。", after: "雾散了。\n他走了。" },
  play: async ({ canvasElement }) => {
    await expect(canvasElement.querySelector("ins")).toHaveTextContent("↵");
  },
};
