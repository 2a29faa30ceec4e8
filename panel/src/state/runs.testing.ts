// A desk without a screen, for the tests of runs and of what becomes of them.
import { history, type undo } from "@codemirror/commands";
import { EditorState, type TransactionSpec } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import { afterEach, beforeEach, expect, vi } from "vitest";
import type { StoreApi } from "zustand";
import { manuscriptOf } from "../desk/Editor/cm_manuscript.ts";
import { marking } from "../desk/Editor/marks.ts";
import { PROJECT, type ScriptedDesk, SKILLS, scriptedDesk } from "../desk/scripted_desk.ts";
import { createMohen, type Mohen } from "../mohen.tsx";
import type { Run } from "./run.ts";
import { createRuns, documentOf, type Runs } from "./runs.ts";
import { emptyStorage } from "./storage.testing.ts";

export const FIRST = "chapters/01-雾中的信.md";

/** An editor without a screen. */
class Sheet {
  state: EditorState;
  composing = false;

  constructor(doc: string) {
    this.state = EditorState.create({ doc, extensions: [history(), marking] });
  }

  dispatch(spec: TransactionSpec) {
    this.state = this.state.update(spec).state;
    runs.getState().marksMoved();
  }

  focus() {}

  step(command: typeof undo) {
    command({
      state: this.state,
      dispatch: (tr) => {
        this.state = tr.state;
      },
    });
    runs.getState().marksMoved();
  }
}

export let desk: ScriptedDesk;
export let mohen: Mohen;
export let runs: StoreApi<Runs>;
export let sheet: Sheet;
export const now = () => runs.getState();
export const flush = () => vi.advanceTimersByTimeAsync(0);
export const skill = (id: string) => {
  const found = SKILLS.find((each) => each.id === id);
  if (!found) throw new Error(id);
  return found;
};
export const newest = (): Run => {
  const [run] = now().runs;
  if (!run) throw new Error("no run");
  return run;
};
export const feedback = () => desk.client.callsOf("ai:skill:feedback");
export const undone = () => desk.client.callsOf("memory:episode:undo");
export const select = (anchor: number, head = anchor) =>
  sheet.dispatch({ selection: { anchor, head } });
export const type = (from: number, insert: string, to = from) =>
  sheet.dispatch({ changes: { from, to, insert } });

/** Before each test of the file that calls it: a desk, and somebody who sits at it. */
export function seated(): void {
  beforeEach(async () => {
    vi.useFakeTimers();
    emptyStorage();
    await sitDown(scriptedDesk());
  });

  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
}

export async function sitDown(at: ScriptedDesk, text = "🌫️雾来了。\n她等的人没有来。\n") {
  desk = at;
  mohen = createMohen({ client: desk.client, projectId: PROJECT, language: "zh" });
  runs = mohen.store(createRuns);
  await flush();
  sheet = new Sheet(text);
  const documentId = documentOf({ projectId: PROJECT, ref: FIRST });
  now().attach(manuscriptOf(sheet as unknown as EditorView, () => documentId));
}

export async function offered(id = "continue", at: readonly [number, number] = [8, 16]) {
  select(...at);
  await now().run({ skill: skill(id) });
  expect(newest().phase).toBe("offered");
}
