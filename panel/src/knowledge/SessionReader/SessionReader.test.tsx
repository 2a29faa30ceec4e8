import { expect, test, vi } from "vitest";
import { standing } from "../../parts/standing.tsx";
import { loading, ready } from "../../state/loaded.ts";
import type { Reading, Spot } from "../../state/talk_asked.ts";
import { sampleTalk } from "../sample_talk.ts";
import { SessionReader } from "./SessionReader.tsx";

const items = sampleTalk().filter(({ session }) => session === "s1");

async function read(given: Partial<Reading> | undefined, spot: Spot = { session: "s1" }) {
  const on = {
    onBack: vi.fn(),
    onEarlier: vi.fn(),
    onLater: vi.fn(),
    onRetry: vi.fn(),
    onFact: vi.fn(),
    onForget: vi.fn(),
    onForgetSession: vi.fn(),
  };
  const data = { items, facts: new Map(), ...given };
  const reading = given ? ready({ data, degraded: [] }) : loading;
  const screen = await standing(<SessionReader spot={spot} reading={reading} {...on} />);
  return { screen, on };
}

test("it is read on both ways, as far as there is more", async () => {
  const { screen, on } = await read({ previous: 1, next: 9 });
  await screen.getByRole("button", { name: "前面的话" }).click();
  await screen.getByRole("button", { name: "后面的话" }).click();
  expect([on.onEarlier.mock.calls.length, on.onLater.mock.calls.length]).toEqual([1, 1]);
});

test("who opens it stands at its name; there is nothing more to read, and nothing is offered", async () => {
  const { screen } = await read({});
  await expect.element(screen.getByRole("heading", { name: "s1" })).toHaveFocus();
  await expect.element(screen.getByRole("button", { name: "后面的话" })).not.toBeInTheDocument();
});

test("a line that is not kept any more is missed, and said to be", async () => {
  const { screen } = await read({}, { session: "s1", place: 99 });
  await expect.element(screen.getByText(/这一句本身已不再保留/)).toBeVisible();
});

test("of a conversation that is gone nothing can be forgotten", async () => {
  const { screen } = await read({ items: [] });
  await expect.element(screen.getByText("这次对话没有保留任何内容")).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "遗忘这次对话" })).toBeDisabled();
});
