import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import type { Knowledge } from "../../channels/generated.ts";
import { standing } from "../../parts/standing.tsx";
import { sampleItem } from "../sample_knowledge.ts";
import { said } from "../words.ts";
import { PieceCard, validity } from "./PieceCard.tsx";

async function card(given: Partial<Knowledge>) {
  const act = vi.fn();
  const piece = sampleItem({ id: "f_1", content: "他来了", ...given });
  const screen = await standing(
    <ul>
      <PieceCard piece={piece} onAct={act} />
    </ul>,
  );
  return { act, piece, screen };
}

test("by keys: the last thing to do is to forget, and the focus comes back", async () => {
  const { act, piece, screen } = await card({});
  await userEvent.tab();
  await userEvent.keyboard("{ArrowUp}");
  await expect.element(screen.getByRole("menuitem", { name: "遗忘" })).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  expect(act.mock.calls).toEqual([["forget", piece]]);
  await expect.element(screen.getByRole("button")).toHaveFocus();
});

test("a long text names its menu by its beginning, whole signs only", async () => {
  const { screen } = await card({ content: "🌊".repeat(40) });
  const name = `「${"🌊".repeat(23)}…」的操作`;
  await expect.element(screen.getByRole("button", { name })).toBeVisible();
});

test("what counts for nothing says so, and words are words", async () => {
  const { screen } = await card({ content: "<u>雨</u>", importance: 0, score: 0, entities: [] });
  await expect.element(screen.getByText("<u>雨</u>")).toBeVisible();
  await expect.element(screen.getByText("一般 · 重要性 0%", { exact: true })).toBeVisible();
});

test("what was archived is brought back, not corrected", async () => {
  const { screen } = await card({ state: "archived" });
  await screen.getByRole("button").click();
  const names = screen
    .getByRole("menuitem")
    .elements()
    .map((each) => each.textContent);
  expect(names).toEqual(["历史与出处", "看原话", "恢复", "遗忘"]);
});

test("from when to when it holds, as far as that is known", () => {
  const told = (given: Parameters<typeof validity>[0]) => validity(given, said.en, String);
  expect(told({})).toBe("");
  expect(told({ validFrom: 1 })).toBe("since 1");
  expect(told({ validTo: 2 })).toBe("until 2");
  expect(told({ validFrom: 0, validTo: 2 })).toBe("0 – 2");
  expect(told({ validFrom: 1, eventAt: 3 })).toBe("on 3");
});
