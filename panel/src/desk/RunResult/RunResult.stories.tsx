import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, userEvent, within } from "storybook/test";
import { Failure } from "../../channels/client.ts";
import { CONTINUATIONS, OFFLINE, sampleRun } from "../sample_desk.ts";
import { aRun, FINDINGS, skillOf } from "../sample_runs.ts";
import { RunResult } from "./RunResult.tsx";

const meta = {
  component: RunResult,
  args: {
    run: aRun(),
    placement: "here",
    chapter: "雾中的信",
    onAccept: fn(),
    onCopy: fn(),
    onReject: fn(),
    onStop: fn(),
    onAgain: fn(),
    onClose: fn(),
    onGoThere: fn(),
    onSettings: fn(),
  },
  decorators: [
    (Story) => (
      <div style={{ maxWidth: 380 }}>
        <Story />
      </div>
    ),
  ],
} satisfies Meta<typeof RunResult>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Offered: Story = {
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole("button", { name: "都不要" }));
    const dialog = within(canvas.getByRole("dialog"));
    await userEvent.click(dialog.getByRole("button", { name: "太啰嗦" }));
    await userEvent.click(dialog.getByRole("button", { name: "都不要" }));
    await expect(args.onReject).toHaveBeenCalledWith("太啰嗦");
  },
};

export const Streaming: Story = {
  args: {
    run: aRun({
      phase: "running",
      streamed: ["她没有回头。雾把声音磨得很钝，"],
      states: ["writing"],
    }),
  },
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    await expect(canvas.getByText("她没有回头。雾把声音磨得很钝，")).toBeVisible();
    await userEvent.click(canvas.getByRole("button", { name: "停止" }));
    await expect(args.onStop).toHaveBeenCalledOnce();
  },
};

/** One is done, one is being written, and of one there is not a word yet. */
export const InDifferentStates: Story = {
  args: {
    run: aRun({
      phase: "running",
      streamed: [CONTINUATIONS[0] ?? "", "林晚停下脚步。三年了，", ""],
      states: ["done", "writing", "waiting"],
    }),
  },
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole("tab", { name: "候选 2 · 在写" }));
    await expect(canvas.queryByRole("button", { name: "采纳" })).toBeNull();
    await userEvent.click(canvas.getByRole("tab", { name: "候选 1" }));
    await userEvent.click(canvas.getByRole("button", { name: "采纳" }));
    await expect(args.onAccept).toHaveBeenCalledWith(0);
  },
};

export const JustBegun: Story = { args: { run: aRun({ phase: "running" }) } };

export const Cancelled: Story = {
  args: { run: aRun({ phase: "canceled" }) },
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    await expect(canvas.getByText("已停止，还没有写出什么。")).toBeVisible();
    await userEvent.click(canvas.getByRole("button", { name: "再来一次" }));
    await expect(args.onAgain).toHaveBeenCalledOnce();
  },
};

export const OfflineNotice: Story = {
  args: { run: aRun({ result: sampleRun("run_1", CONTINUATIONS, OFFLINE) }) },
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getByText(/未配置语言模型/)).toBeVisible();
  },
};

export const ModelNotReady: Story = {
  args: {
    run: aRun({
      phase: "failed",
      failure: new Failure({ code: "MODEL_NOT_READY", message: "no key", retryable: false }),
    }),
  },
  play: async ({ canvasElement, args }) => {
    await userEvent.click(within(canvasElement).getByRole("button", { name: "去设置" }));
    await expect(args.onSettings).toHaveBeenCalledOnce();
  },
};

export const TimedOut: Story = {
  args: {
    run: aRun({
      phase: "failed",
      failure: new Failure({ code: "TIMEOUT", message: "ran out of time", retryable: true }),
    }),
  },
};

const whole = sampleRun("run_1", CONTINUATIONS, OFFLINE);

export const WithPartOfTheMemory: Story = {
  args: {
    run: aRun({
      result: {
        ...whole,
        memoryDegraded: true,
        warnings: [
          {
            code: "MEMORY_DEGRADED",
            source: "episodes",
            message: { zh: "过往交互的检索能力下降", en: "past interactions are found less well" },
          },
        ],
      },
    }),
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(canvas.getByText("这次写作时，有一部分记忆无法使用。")).toBeVisible();
    await expect(canvas.getByText("过往交互的检索能力下降")).toBeVisible();
  },
};

export const WithoutMemory: Story = {
  args: {
    run: aRun({
      result: {
        ...whole,
        memoryDegraded: true,
        injected: { ...whole.injected, memory: [], episodes: [], knowledge: [] },
      },
    }),
  },
  play: async ({ canvasElement }) => {
    const sentence = "记忆系统暂时不可用，AI 将以通用模式工作";
    await expect(within(canvasElement).getByText(sentence)).toBeVisible();
  },
};

export const PlaceGone: Story = { args: { placement: "gone" } };

export const InAnotherChapter: Story = {
  args: { placement: "elsewhere" },
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole("button", { name: "去那一章" }));
    await expect(args.onGoThere).toHaveBeenCalledOnce();
    await expect(canvas.getByRole("button", { name: "采纳" })).toBeDisabled();
  },
};

/** Nothing is said that would be gone a moment later, and push what one is about to press. */
export const ChapterOnItsWay: Story = {
  args: { placement: "coming" },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(canvas.queryByRole("button", { name: "去那一章" })).toBeNull();
    await expect(canvas.getByRole("button", { name: "采纳" })).toBeDisabled();
  },
};

export const PassageChanged: Story = {
  args: { placement: "changed", run: aRun({ before: "她等的人没有来。" }) },
};

export const AReading: Story = {
  args: {
    run: aRun({
      skill: skillOf("consistency-check"),
      result: { ...sampleRun("run_1", ["发现 1 处矛盾。"], OFFLINE), findings: [...FINDINGS] },
    }),
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(canvas.getByText("由墨痕按规则检查")).toBeVisible();
    await expect(canvas.getByText("周伯死了。")).toBeVisible();
    await expect(canvas.getByRole("button", { name: "有用" })).toBeEnabled();
  },
};

export const English: Story = {
  args: { run: aRun({ result: sampleRun("run_1", CONTINUATIONS, OFFLINE) }) },
  globals: { language: "en", theme: "dark" },
};
