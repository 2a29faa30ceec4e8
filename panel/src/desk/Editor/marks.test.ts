import { history, redo, undo } from "@codemirror/commands";
import { EditorState, type TransactionSpec } from "@codemirror/state";
import { beforeEach, describe, expect, test } from "vitest";
import { begin, drop, marking, marksIn, put, settle, takeBack } from "./marks.ts";

let state: EditorState;

beforeEach(() => {
  state = EditorState.create({ doc: "雨停了。他推开门。", extensions: [history(), marking] });
});

function apply(spec: TransactionSpec | undefined) {
  expect(spec).toBeDefined();
  state = state.update(spec ?? {}).state;
}

function type(at: number, insert: string, to = at) {
  apply({ changes: { from: at, to, insert }, userEvent: "input.type" });
}

const command = (run: typeof undo) =>
  run({
    state,
    dispatch: (tr) => {
      state = tr.state;
    },
  });
const mark = () => marksIn(state).get("r");
const marked = () => state.sliceDoc(mark()?.from, mark()?.to);

describe("a place that waits", () => {
  test("follows edits before it and within it", () => {
    apply(begin("r", { from: 4, to: 9 }));
    type(0, "夜里，");
    expect(marked()).toBe("他推开门。");
    type(8, "轻轻", 8);
    expect(marked()).toBe("他轻轻推开门。");
    expect(mark()?.before).toBe("他推开门。");
  });

  test("does not take in what is typed at its edges", () => {
    apply(begin("r", { from: 4, to: 9 }));
    type(9, "后来");
    type(4, "于是");
    expect(marked()).toBe("他推开门。");
  });

  test("is gone when its text is deleted, or the text around a cursor", () => {
    apply(begin("r", { from: 4, to: 9 }));
    apply({ changes: { from: 3, to: 9 } });
    expect(mark()?.kind).toBe("gone");
    apply(begin("cursor", { from: 2, to: 2 }));
    apply({ changes: { from: 1, to: 3 } });
    expect(marksIn(state).get("cursor")?.kind).toBe("gone");
    expect(put(state, "cursor", "x")).toBeUndefined();
  });

  test("a cursor stays when text beside it is deleted", () => {
    apply(begin("r", { from: 4, to: 4 }));
    apply({ changes: { from: 2, to: 4 } });
    expect(mark()).toMatchObject({ kind: "waiting", from: 2, to: 2 });
  });
});

test("what is written below the last paragraph is one of its own, and one step to undo", () => {
  const text = "雨停了。\n\n他推开门。\n";
  state = EditorState.create({ doc: text, extensions: [history(), marking] });
  apply(begin("r", { from: text.length, to: text.length }));
  apply(put(state, "r", "门里没有人。"));
  expect(state.doc.toString()).toBe("雨停了。\n\n他推开门。\n\n门里没有人。");
  expect(marked()).toBe("门里没有人。");
  command(undo);
  expect(state.doc.toString()).toBe(text);
  expect(mark()?.kind).toBe("back");
});

describe("an accepted suggestion", () => {
  beforeEach(() => {
    apply(begin("r", { from: 4, to: 9 }));
    apply(put(state, "r", "门开了，冷风灌进来。"));
  });

  test("stands in place of what was selected, with the cursor behind it", () => {
    expect(state.doc.toString()).toBe("雨停了。门开了，冷风灌进来。");
    expect(mark()).toMatchObject({ kind: "accepted", before: "他推开门。" });
    expect(state.selection.main.head).toBe(14);
  });

  test("takes in edits within it, and not the author's next sentence", () => {
    type(7, "忽然", 7);
    type(16, "他愣住了。");
    expect(marked()).toBe("门开了忽然，冷风灌进来。");
  });

  test("takes in what replaces an end that was cut, until the sentence ends", () => {
    type(13, "", 14);
    type(13, "里");
    type(14, "！");
    type(15, "他愣住了。");
    expect(marked()).toBe("门开了，冷风灌进来里！");
  });

  test("takes in what replaces a beginning that was cut", () => {
    type(4, "", 7);
    type(4, "嘎吱一声");
    expect(marked()).toBe("嘎吱一声，冷风灌进来。");
  });

  test("is one step to undo, known as taken back, and one to redo", () => {
    type(14, "他愣住了。");
    command(undo);
    expect(mark()?.kind).toBe("accepted");
    command(undo);
    expect(state.doc.toString()).toBe("雨停了。他推开门。");
    expect(mark()).toMatchObject({ kind: "back", from: 4, to: 9 });
    command(redo);
    expect(mark()).toMatchObject({ kind: "accepted", from: 4, to: 14 });
    expect(marked()).toBe("门开了，冷风灌进来。");
  });

  test("its undo is still known after it was settled", () => {
    apply(settle("r"));
    command(undo);
    expect(mark()).toMatchObject({ kind: "back", settled: true });
  });

  test("can be taken back while it stands unchanged", () => {
    apply(settle("r"));
    apply({ changes: { from: 0, insert: "夜里，" } });
    apply(takeBack(state, "r"));
    expect(state.doc.toString()).toBe("夜里，雨停了。他推开门。");
    expect(mark()?.kind).toBe("back");
  });

  test("cannot be taken back when it was changed since it was answered for", () => {
    type(7, "忽然");
    apply(settle("r"));
    expect(takeBack(state, "r")).toBeDefined();
    type(7, "又");
    expect(takeBack(state, "r")).toBeUndefined();
  });

  test("deleted by hand it is empty, not gone, and what is typed there is still its answer", () => {
    apply({ changes: { from: 4, to: 14 }, userEvent: "delete" });
    expect(mark()).toMatchObject({ kind: "accepted", from: 4, to: 4 });
    type(4, "他没有动。");
    expect(marked()).toBe("他没有动。");
  });

  test("is forgotten when dropped, and an undo then says nothing", () => {
    apply(drop("r"));
    command(undo);
    expect(mark()).toBeUndefined();
  });
});
