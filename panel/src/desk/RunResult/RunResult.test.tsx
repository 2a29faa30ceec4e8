import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { Failure } from "../../channels/client.ts";
import { scriptedClient } from "../../channels/scripted.ts";
import { createMohen, type Mohen, MohenProvider } from "../../mohen.tsx";
import { standing } from "../../parts/standing.tsx";
import type { Run } from "../../state/run.ts";
import { OFFLINE, sampleRun } from "../sample_desk.ts";
import { aRun } from "../sample_runs.ts";
import { RunResult, type RunResultProps } from "./RunResult.tsx";

async function result(run: Run, more: Partial<RunResultProps> = {}, mohen?: Mohen) {
  const on = {
    onAccept: vi.fn(),
    onCopy: vi.fn(),
    onReject: vi.fn(),
    onStop: vi.fn(),
    onAgain: vi.fn(),
    onClose: vi.fn(),
    onGoThere: vi.fn(),
  };
  const screen = await standing(
    <RunResult run={run} placement="here" chapter="雾中的信" {...on} {...more} />,
    mohen,
  );
  return { screen, on };
}

async function running(streamed: string[], states: Run["states"]) {
  const shown = (run: Run) => (
    <MohenProvider mohen={mohen}>
      <RunResult run={run} placement="here" chapter="雾" {...NOTHING} />
    </MohenProvider>
  );
  const mohen = createMohen({ client: scriptedClient({}), language: "zh" });
  const screen = await render(shown(aRun({ phase: "running", streamed, states })));
  return { screen, rerender: (run: Run) => screen.rerender(shown(run)) };
}

const nothing = () => {};
const NOTHING = {
  onAccept: nothing,
  onCopy: nothing,
  onReject: nothing,
  onStop: nothing,
  onAgain: nothing,
  onClose: nothing,
  onGoThere: nothing,
};

test("Esc in the reasons rejects nothing, and one is back at the button", async () => {
  const { screen, on } = await result(aRun());
  const none = screen.getByRole("button", { name: "都不要" });
  await none.click();
  await expect.element(screen.getByRole("dialog")).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(none).toHaveFocus();
  expect(on.onReject).not.toHaveBeenCalled();
});

test("where nobody can name a model, no button promises it", async () => {
  const offline = aRun({ result: sampleRun("run_1", ["雾散了。"], OFFLINE) });
  const { screen } = await result(offline);
  await expect.element(screen.getByText("离线写成")).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "去设置" })).not.toBeInTheDocument();
});

test("a model that failed can be asked again, or changed", async () => {
  const failure = new Failure({ code: "UPSTREAM_ERROR", message: "502", retryable: true });
  const onSettings = vi.fn();
  const { screen, on } = await result(aRun({ phase: "failed", failure }), { onSettings });
  await screen.getByRole("button", { name: "去设置" }).click();
  expect(onSettings).toHaveBeenCalledOnce();
  expect(on.onAgain).not.toHaveBeenCalled();
  await screen.getByRole("button", { name: "重试" }).click();
  expect(on.onAgain).toHaveBeenCalledOnce();
});

test("what ends in the middle says so, and can be taken", async () => {
  const cut = { ...sampleRun("run_1", ["雾散了。", "她没有"], OFFLINE), cut: [1] };
  const { screen, on } = await result(aRun({ result: cut }));
  const second = screen.getByRole("article", { name: "候选 2" });
  await expect.element(second.getByText("写到这里中断了，也可以采纳。")).toBeVisible();
  await second.getByRole("button", { name: "采纳", exact: true }).click();
  expect(on.onAccept).toHaveBeenCalledWith(1);
});

test("what one makes of a finished one stays while the others are finished", async () => {
  const begun = ["雾散了。", "她没有"];
  const { screen, rerender } = await running(begun, ["done", "writing"]);
  await screen.getByRole("button", { name: "改一改再采纳" }).click();
  await screen.getByRole("textbox").fill("雾终于散了。");
  await rerender(aRun({ result: sampleRun("run_1", ["雾散了。", "她没有回头。"], OFFLINE) }));
  await expect.element(screen.getByRole("button", { name: "都不要" })).toBeVisible();
  await expect.element(screen.getByRole("textbox")).toHaveValue("雾终于散了。");
});

test("the time is told, and after thirty seconds without a word one is asked whether to wait", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  let time = 0;
  const mohen = createMohen({ client: scriptedClient({}), language: "zh", now: () => time });
  const running = aRun({ phase: "running", askedAt: 0, streamed: [] });
  const { screen } = await result(running, {}, mohen);
  time = 29_000;
  vi.advanceTimersByTime(1_000);
  await expect.element(screen.getByRole("timer")).toHaveTextContent("29 秒");
  await expect.element(screen.getByText(/还要继续等吗/)).not.toBeInTheDocument();
  time = 31_000;
  vi.advanceTimersByTime(1_000);
  await expect.element(screen.getByText("已有 31 秒没有动静，还要继续等吗？")).toBeVisible();
  await screen.getByRole("button", { name: "继续等" }).click();
  await expect.element(screen.getByText(/还要继续等吗/)).not.toBeInTheDocument();
  vi.useRealTimers();
});

test("where nothing was to be changed, the reason stands in the place of candidates", async () => {
  const message = { en: "nothing to change was found", zh: "没有找到需要改动的地方" };
  const sample = sampleRun("run_1", [], OFFLINE);
  const warnings = [{ code: "NOTHING_TO_CHANGE", source: "skill", message }];
  const { screen, on } = await result(aRun({ result: { ...sample, warnings } }));
  await expect.element(screen.getByText("没有找到需要改动的地方")).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "都不要" })).not.toBeInTheDocument();
  await screen.getByRole("button", { name: "知道了" }).click();
  expect(on.onClose).toHaveBeenCalledOnce();
});

test("what waits to be looked at is said with its page, and not with a command", async () => {
  const message = { en: "wait for you: `mohen held`", zh: "在等你过目：`mohen held`" };
  const sample = sampleRun("run_1", ["雾散了。"], OFFLINE);
  const warnings = [{ code: "ORDERS_HELD_BACK", source: "memory", message }];
  const { screen } = await result(aRun({ result: { ...sample, warnings } }));
  await expect.element(screen.getByText(/见「知识」里的「待过目」/)).toBeVisible();
  await expect.element(screen.getByText(/mohen held/)).not.toBeInTheDocument();
});

test("candidates that a person wrote are said to be that", async () => {
  const message = { en: "written by hand for the sample project", zh: "这是为示例项目手写的候选" };
  const sample = sampleRun("run_1", ["雾散了。"], OFFLINE);
  const warnings = [{ code: "WRITTEN_BY_HAND", source: "writer", message }];
  const { screen } = await result(aRun({ result: { ...sample, warnings } }));
  await expect.element(screen.getByText("手写的候选", { exact: true })).toBeVisible();
  await expect.element(screen.getByText("离线写成")).not.toBeInTheDocument();
});
