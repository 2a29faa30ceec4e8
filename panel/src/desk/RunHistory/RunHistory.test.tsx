import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { unreachable } from "../../channels/client.ts";
import { scriptedClient } from "../../channels/scripted.ts";
import { createMohen } from "../../mohen.tsx";
import { standing } from "../../parts/standing.tsx";
import { aRun } from "../sample_runs.ts";
import { RunHistory } from "./RunHistory.tsx";

const runs = [aRun({ runId: "r2" }), aRun({ runId: "r1", answer: { kind: "taken" } })];

test("the one that is looked at has no way to itself; the others are a key away", async () => {
  const onLook = vi.fn();
  const screen = await standing(
    <RunHistory runs={runs} outcomes={{}} current="r2" onLook={onLook} onUndo={vi.fn()} />,
  );
  expect(screen.getByRole("button").elements()).toHaveLength(1);
  await userEvent.tab();
  await userEvent.keyboard("{Enter}");
  expect(onLook).toHaveBeenCalledExactlyOnceWith("r1");
});

test("of what was not answered nothing is said to be recorded", async () => {
  const screen = await standing(
    <RunHistory runs={runs} outcomes={{}} onLook={vi.fn()} onUndo={vi.fn()} />,
  );
  await expect.element(screen.getByText("未作答")).toBeVisible();
  await expect.element(screen.getByText("已复制")).toBeVisible();
  expect(screen.container.textContent).not.toContain("记录");
});

test("one rule that changed is one rule", async () => {
  const outcomes = {
    r1: { state: "recorded", signal: "LIGHT_EDIT", learned: 1, undone: false },
    r2: { state: "refused", failure: unreachable("gone") },
  } as const;
  const screen = await standing(
    <RunHistory runs={runs} outcomes={outcomes} onLook={vi.fn()} onUndo={vi.fn()} />,
    createMohen({ client: scriptedClient(), language: "en" }),
  );
  const told = "Recorded: lightly edited; 1 rule changed by it";
  await expect.element(screen.getByText(told, { exact: true })).toBeVisible();
  await expect.element(screen.getByText("Could not be recorded")).toBeVisible();
});
