import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { restWhileHidden } from "./resting.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function stage() {
  const did: string[] = [];
  const page = Object.assign(new EventTarget(), { visibilityState: "visible" });
  const closed = new AbortController();
  const stream = { rest: () => did.push("rest"), resume: () => did.push("resume") };
  restWhileHidden(stream, closed.signal, page as unknown as Document);
  const become = (state: string) => {
    page.visibilityState = state;
    page.dispatchEvent(new Event("visibilitychange"));
  };
  return { did, become, close: () => closed.abort() };
}

test("a tab that is hidden for a while rests, and resumes when it is looked at", () => {
  const { did, become } = stage();
  become("hidden");
  vi.advanceTimersByTime(59_999);
  expect(did).toEqual([]);
  vi.advanceTimersByTime(1);
  become("visible");
  expect(did).toEqual(["rest", "resume"]);
});

test("a glance elsewhere changes nothing", () => {
  const { did, become } = stage();
  become("hidden");
  vi.advanceTimersByTime(30_000);
  become("visible");
  vi.advanceTimersByTime(120_000);
  expect(did).toEqual(["resume"]);
});

test("a closed client has no say any more", () => {
  const { did, become, close } = stage();
  become("hidden");
  close();
  vi.advanceTimersByTime(120_000);
  become("visible");
  expect(did).toEqual([]);
});
