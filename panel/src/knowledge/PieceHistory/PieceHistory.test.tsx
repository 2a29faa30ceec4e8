import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { standing } from "../../parts/standing.tsx";
import { NOW, sampleItem } from "../sample_knowledge.ts";
import { PieceHistory } from "./PieceHistory.tsx";

const typed = sampleItem({ id: "n_1", content: "<h1>结局</h1>要冷", sources: [] });
const told = { item: typed, currentScore: 0, sources: [], history: [typed], derived: [] };

test("what was typed has no source, and that is said; its words are words", async () => {
  const screen = await standing(<PieceHistory detail={told} onClose={vi.fn()} />);
  await expect.element(screen.getByText("没有记录出处，是手写的。")).toBeVisible();
  await expect.element(screen.getByText("<h1>结局</h1>要冷")).toBeVisible();
  await expect.element(screen.getByText("今天的权重：0%")).toBeVisible();
  await expect.element(screen.getByText(/由它得出/)).not.toBeInTheDocument();
  // Nobody said from when it holds: then the day it was written down.
  const day = screen.getByRole("listitem").element().querySelector("time");
  expect(day).toHaveAttribute("datetime", new Date(typed.createdAt).toISOString());
});

test("a source without a line is named without one, and Esc asks once to close", async () => {
  const onClose = vi.fn();
  const sources = [{ session: "晨谈", at: NOW }];
  const screen = await standing(<PieceHistory detail={{ ...told, sources }} onClose={onClose} />);
  await expect.element(screen.getByText("晨谈", { exact: true })).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
});
