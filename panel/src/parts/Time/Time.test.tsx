import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { scriptedClient } from "../../channels/scripted.ts";
import { createMohen } from "../../mohen.tsx";
import { standing } from "../standing.tsx";
import { Time } from "./Time.tsx";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
});
afterEach(() => {
  vi.useRealTimers();
});

test("what was just now is a minute ago a minute later, and the clock stops with the last time", async () => {
  let now = 1_700_000_000_000;
  const at = now;
  const mohen = createMohen({ client: scriptedClient({}), language: "en", now: () => now });
  const before = vi.getTimerCount();
  const screen = await standing(
    <>
      <Time at={at} relative />
      <Time at={at} relative />
    </>,
    mohen,
  );
  await expect.element(screen.getByText("just now").first()).toBeVisible();
  expect(vi.getTimerCount()).toBe(before + 1);
  now += 60_000;
  vi.advanceTimersByTime(60_000);
  await expect.poll(() => screen.container.textContent).toBe("1 minute ago1 minute ago");
  await screen.unmount();
  expect(vi.getTimerCount()).toBe(before);
});
