import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, userEvent, waitFor, within } from "storybook/test";
import { CONTINUATIONS, REWRITINGS } from "../sample_desk.ts";
import { TASTE } from "../sample_runs.ts";
import { Candidates } from "./Candidates.tsx";

const BEFORE =
  "她等的人没有来。汽笛响了两声，像有人在很远的地方叹气。她把信折好，放回大衣内侧的口袋，转身往灯塔的方向走去。";

const meta = {
  component: Candidates,
  args: { candidates: CONTINUATIONS, onAccept: fn(), onCopy: fn(), onReject: fn() },
} satisfies Meta<typeof Candidates>;

export default meta;
type Story = StoryObj<typeof meta>;

export const SideBySide: Story = {
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    await expect(canvas.getAllByRole("article")).toHaveLength(3);
    await expect(canvas.queryByRole("tablist")).toBeNull();
    const second = within(canvas.getByRole("article", { name: "候选 2" }));
    await userEvent.click(second.getByRole("button", { name: "采纳" }));
    await expect(args.onAccept).toHaveBeenCalledWith(1);
  },
};

export const Narrow: Story = {
  decorators: [
    (Story) => (
      <div style={{ width: 340 }}>
        <Story />
      </div>
    ),
  ],
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole("tab", { name: "候选 1" }));
    await userEvent.keyboard("{ArrowRight}");
    await expect(canvas.getByRole("tabpanel")).toHaveTextContent("林晚停下脚步");
    await userEvent.click(canvas.getByRole("button", { name: "采纳" }));
    await expect(args.onAccept).toHaveBeenCalledWith(1);
    await userEvent.click(canvas.getByRole("button", { name: "都不要" }));
    await expect(args.onReject).toHaveBeenCalledOnce();
  },
};

export const ComparedInADialog: Story = {
  ...Narrow,
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole("button", { name: "并排对照" }));
    const dialog = within(await canvas.findByRole("dialog"));
    const third = within(await dialog.findByRole("article", { name: "候选 3" }));
    await userEvent.click(third.getByRole("button", { name: "采纳" }));
    await expect(args.onAccept).toHaveBeenCalledWith(2, undefined);
    await waitFor(() => expect(canvas.queryByRole("dialog")).toBeNull());
  },
};

export const AgainstTheSelection: Story = {
  args: { candidates: REWRITINGS, before: BEFORE },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(canvasElement.querySelectorAll("del").length).toBeGreaterThan(0);
    await userEvent.click(canvas.getByRole("switch", { name: "显示差异" }));
    await expect(canvasElement.querySelectorAll("del, ins")).toHaveLength(0);
  },
};

export const EditedFirst: Story = {
  args: { candidates: CONTINUATIONS.slice(0, 1) },
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole("button", { name: "改一改再采纳" }));
    const field = canvas.getByRole("textbox");
    await userEvent.clear(field);
    await expect(canvas.getByRole("button", { name: "采纳改后的" })).toBeDisabled();
    await userEvent.type(field, "她没有回头。");
    await userEvent.click(canvas.getByRole("button", { name: "采纳改后的" }));
    await expect(args.onAccept).toHaveBeenCalledWith(0, "她没有回头。");
  },
};

export const TheLikeliestMarked: Story = {
  args: { taste: TASTE },
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    const names = canvas.getAllByRole("article").map((each) => each.getAttribute("aria-label"));
    await expect(names).toEqual(["候选 1", "候选 2", "候选 3"]);
    const second = within(canvas.getByRole("article", { name: "候选 2" }));
    await expect(second.getByText("你多半会选这个（58%）")).toBeVisible();
    await expect(canvas.getAllByText(/你多半会选这个/)).toHaveLength(1);
    await userEvent.click(second.getByText("为什么？"));
    await waitFor(() => expect(second.getByText(/能猜中 41 次/)).toBeVisible());
    await userEvent.click(second.getByRole("button", { name: "采纳" }));
    await expect(args.onAccept).toHaveBeenCalledWith(1);
  },
};

export const TheLikeliestNarrow: Story = {
  args: { taste: TASTE },
  globals: { language: "en", theme: "dark" },
  decorators: Narrow.decorators ?? [],
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole("tab", { name: "No. 2 · likely" }));
    await expect(canvas.getByText("You would likely take this (58%)")).toBeVisible();
  },
};

export const Streaming: Story = {
  args: {
    candidates: ["她没有回头。雾把声音磨", "林晚停下"],
    states: ["writing", "writing"],
    writing: true,
  },
  decorators: Narrow.decorators ?? [],
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(canvas.getByRole("region", { name: "候选" })).toHaveAttribute("aria-busy", "true");
    await expect(canvas.getByRole("tabpanel")).toHaveTextContent("雾把声音磨");
    await expect(canvas.queryByRole("button", { name: "采纳" })).toBeNull();
  },
};

export const InDifferentStates: Story = {
  args: {
    candidates: [CONTINUATIONS[0] ?? "", "林晚停下脚步。三年了，", ""],
    states: ["done", "writing", "waiting"],
    writing: true,
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(canvas.getAllByRole("button", { name: "采纳" })).toHaveLength(1);
  },
};

export const PlaceGone: Story = {
  args: { placeable: false, candidates: CONTINUATIONS.slice(0, 1) },
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    await expect(canvas.getByRole("button", { name: "采纳" })).toBeDisabled();
    await userEvent.click(canvas.getByRole("button", { name: "复制" }));
    await expect(args.onCopy).toHaveBeenCalledWith(0);
  },
};

export const AReading: Story = {
  args: { report: true, candidates: ["没有发现矛盾。"] },
  play: async ({ canvasElement, args }) => {
    await userEvent.click(within(canvasElement).getByRole("button", { name: "有用" }));
    await expect(args.onAccept).toHaveBeenCalledWith(0);
  },
};

export const English: Story = {
  args: {
    candidates: [
      "She did not turn. The fog had worn the voice blunt, but she knew whose it was.",
      "Lin Wan stopped. Three years, and she had thought she had forgotten that voice.",
    ],
    before: "She didn't look back. She knew the voice.",
  },
  globals: { language: "en", theme: "dark" },
};
