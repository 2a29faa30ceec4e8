import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { standing } from "../../parts/standing.tsx";
import type { Message } from "../../state/talk_asked.ts";
import { NOW, sampleItem } from "../sample_knowledge.ts";
import { TalkLine } from "./TalkLine.tsx";

const message: Message = { session: "s1", place: 4, role: "user", text: "<b>雨</b>", at: NOW };

async function line(given: Partial<Message>, more = {}) {
  const onFact = vi.fn();
  const onForget = vi.fn();
  const said = { ...message, ...given };
  const screen = await standing(
    <ul>
      <TalkLine message={said} onFact={onFact} onForget={onForget} {...more} />
    </ul>,
  );
  return { screen, onFact, onForget, said };
}

test("words are words; who speaks without a name is named by their role", async () => {
  const { screen } = await line({ role: "assistant" });
  await expect.element(screen.getByText("<b>雨</b>")).toBeVisible();
  await expect.element(screen.getByText("助手", { exact: true })).toBeVisible();
});

test("what an assistant says under a name is still an assistant's", async () => {
  const { screen } = await line({ role: "assistant", speaker: "墨" });
  await expect.element(screen.getByText("墨", { exact: true })).toBeVisible();
  await expect.element(screen.getByText("助手", { exact: true })).toBeVisible();
});

test("by keys: a long one is unfolded, and what is known from it is looked at", async () => {
  const fact = sampleItem({ id: "f_1", content: "用户搬到了上海", state: "superseded" });
  const { screen, onFact } = await line({ text: "雨".repeat(900) }, { facts: [fact] });
  const more = screen.getByRole("button", { name: "展开全文" });
  (more.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(screen.getByRole("button", { name: "收起" })).toHaveFocus();
  await screen.getByRole("button", { name: "用户搬到了上海 · 已被取代" }).click();
  expect(onFact.mock.calls).toEqual([[fact]]);
});

test("the line one came for shows itself, unfolded, and has the focus", async () => {
  const { screen } = await line({ text: "雨".repeat(900) }, { marked: true });
  await expect.element(screen.getByRole("listitem")).toHaveFocus();
  await expect.element(screen.getByRole("button", { name: "收起" })).toBeVisible();
});

test("it can be forgotten, and with it all that its speaker said", async () => {
  const { screen, onForget, said } = await line({ speaker: "林晚" });
  for (const name of ["遗忘这一句", "遗忘林晚说的所有话"]) {
    await screen.getByRole("button", { name: /的操作/ }).click();
    await screen.getByRole("menuitem", { name }).click();
  }
  expect(onForget.mock.calls).toEqual([
    ["line", said],
    ["speaker", said],
  ]);
});
