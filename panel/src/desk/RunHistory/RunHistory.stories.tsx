import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, userEvent, within } from "storybook/test";
import { Failure } from "../../channels/client.ts";
import type { Accepted } from "../../state/run.ts";
import { aRun, skillOf } from "../sample_runs.ts";
import { RunHistory } from "./RunHistory.tsx";

const ACCEPTED: Accepted = {
  kind: "accepted",
  index: 0,
  text: "",
  responseTimeMs: 4_000,
  settled: true,
  undone: false,
};

const meta = {
  component: RunHistory,
  args: {
    runs: [
      aRun({ runId: "r6" }),
      aRun({ runId: "r5", answer: ACCEPTED, skill: skillOf("polish") }),
      aRun({ runId: "r4", answer: { ...ACCEPTED, undone: true } }),
      aRun({ runId: "r3", answer: { kind: "rejected", reason: "太啰嗦" } }),
      aRun({ runId: "r2", phase: "canceled" }),
      aRun({
        runId: "r1",
        phase: "failed",
        failure: new Failure({ code: "TIMEOUT", message: "late", retryable: true }),
      }),
    ],
    outcomes: {
      r5: { state: "recorded", signal: "LIGHT_EDIT", learned: 0, undone: false },
      r4: { state: "recorded", signal: "UNDO_AFTER_ACCEPT", learned: 0, undone: true },
      r3: { state: "waiting" },
    },
    current: "r6",
    onLook: fn(),
    onUndo: fn(),
  },
  parameters: { mohen: { now: Date.UTC(2026, 2, 15, 9, 20) } },
} satisfies Meta<typeof RunHistory>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Several: Story = {
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    await expect(canvas.getByText("已记录：轻度修改")).toBeVisible();
    await expect(canvas.getByText("已记录：采纳后撤销")).toBeVisible();
    const undo = canvas.getAllByRole("button", { name: "撤销采纳" });
    await expect(undo).toHaveLength(1);
    await userEvent.click(canvas.getByRole("button", { name: "撤销采纳" }));
    await expect(args.onUndo).toHaveBeenCalledWith("r5");
  },
};

export const English: Story = { globals: { language: "en", theme: "dark" } };
