import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { scriptedClient } from "../../channels/scripted.ts";
import { createMohen } from "../../mohen.tsx";
import { standing } from "../../parts/standing.tsx";
import { createKnowledge } from "../../state/knowledge.ts";
import { scriptedKnowledge } from "../scripted_knowledge.ts";
import { PieceList } from "./PieceList.tsx";

async function open() {
  const client = scriptedClient(scriptedKnowledge());
  const mohen = createMohen({ client, language: "zh", theme: "light" });
  void mohen.store(createKnowledge).getState().load();
  await standing(<PieceList onOpenSource={() => {}} />, mohen);
  await expect.poll(() => cards().length).toBeGreaterThan(1);
}

const cards = () => [...document.querySelectorAll<HTMLElement>("[data-piece]")];

/** Choose from the menu of the first card. Answers the two first of the list. */
async function choose(name: string) {
  const [first, second] = cards().map((each) => each.dataset.piece);
  cards()[0]?.querySelector<HTMLElement>("button")?.focus();
  await userEvent.keyboard("{Enter}");
  await userEvent.click(page.getByRole("menuitem", { name }));
  return { first, second };
}

const focused = () => document.activeElement?.closest<HTMLElement>("[data-piece]")?.dataset.piece;

test("a card that is archived hands the focus to the next one", async () => {
  await open();
  const { first, second } = await choose("归档");
  await expect.poll(() => cards().map((each) => each.dataset.piece)).not.toContain(first);
  expect(focused()).toBe(second);
});

test("so does one that is forgotten, when the question is gone", async () => {
  await open();
  const { first, second } = await choose("遗忘");
  await userEvent.click(page.getByRole("dialog").getByRole("button", { name: "遗忘" }));
  await expect.poll(() => cards().map((each) => each.dataset.piece)).not.toContain(first);
  await expect.poll(focused).toBe(second);
});
