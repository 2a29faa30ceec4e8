import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createToasts } from "./toasts.ts";

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

function texts(toasts: ReturnType<typeof createToasts>): string[] {
  return toasts.getState().items.map((each) => each.text);
}

test("what is said in passing goes by itself, what went wrong stays until it is put away", () => {
  const toasts = createToasts();
  toasts.getState().show({ text: "已清除", tone: "success" });
  const wrong = toasts.getState().show({ text: "连不上", tone: "danger" });
  vi.advanceTimersByTime(60_000);
  expect(texts(toasts)).toEqual(["连不上"]);
  toasts.getState().dismiss(wrong);
  expect(texts(toasts)).toEqual([]);
});

test("each has its own time", () => {
  const toasts = createToasts();
  toasts.getState().show({ text: "a", tone: "info" }, 1_000);
  toasts.getState().show({ text: "b", tone: "info" }, 3_000);
  vi.advanceTimersByTime(1_000);
  expect(texts(toasts)).toEqual(["b"]);
  vi.advanceTimersByTime(1_999);
  expect(texts(toasts)).toEqual(["b"]);
  vi.advanceTimersByTime(1);
  expect(texts(toasts)).toEqual([]);
});

test("while they are looked at none goes; afterwards each has what it had left", () => {
  const toasts = createToasts();
  toasts.getState().show({ text: "a", tone: "info" }, 1_000);
  vi.advanceTimersByTime(400);
  toasts.getState().hold();
  toasts.getState().show({ text: "b", tone: "info" }, 2_000);
  vi.advanceTimersByTime(60_000);
  expect(texts(toasts)).toEqual(["a", "b"]);
  toasts.getState().release();
  expect(toasts.getState().items[0]?.until).toBe(Date.now() + 600);
  vi.advanceTimersByTime(600);
  expect(texts(toasts)).toEqual(["b"]);
  vi.advanceTimersByTime(1_400);
  expect(texts(toasts)).toEqual([]);
});

test("two that look want two that look away", () => {
  const toasts = createToasts();
  toasts.getState().show({ text: "a", tone: "info" }, 1_000);
  toasts.getState().hold();
  toasts.getState().hold();
  toasts.getState().release();
  vi.advanceTimersByTime(60_000);
  expect(toasts.getState().held).toBe(true);
  expect(texts(toasts)).toEqual(["a"]);
  toasts.getState().release();
  toasts.getState().release(); // one too many takes nothing from the next hold
  toasts.getState().hold();
  vi.advanceTimersByTime(60_000);
  expect(texts(toasts)).toEqual(["a"]);
});

test("what is put away while held does not come back to be put away again", () => {
  const toasts = createToasts();
  const a = toasts.getState().show({ text: "a", tone: "info" }, 1_000);
  toasts.getState().hold();
  toasts.getState().dismiss(a);
  toasts.getState().release();
  expect(vi.getTimerCount()).toBe(0);
});

test("the same is not said twice at once, unless there is something to do about each", () => {
  const toasts = createToasts();
  toasts.getState().show({ text: "连不上", tone: "danger" });
  toasts.getState().show({ text: "连不上", tone: "danger" });
  expect(texts(toasts)).toEqual(["连不上"]);
  const action = { label: "撤销", act: () => {} };
  toasts.getState().show({ text: "已删除", tone: "info", action });
  toasts.getState().show({ text: "已删除", tone: "info", action });
  expect(texts(toasts)).toEqual(["连不上", "已删除", "已删除"]);
});
