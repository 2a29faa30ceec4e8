import { expect, test, vi } from "vitest";
import { standing } from "../../parts/standing.tsx";
import type { Found } from "../../state/talk_asked.ts";
import { sampleItem } from "../sample_knowledge.ts";
import { sampleTalk } from "../sample_talk.ts";
import { FoundSaid } from "./FoundSaid.tsx";

const [before, message, after] = sampleTalk().slice(2, 5);
if (!before || !message || !after) throw new Error("the sample has lost its lines");
const fact = {
  ...sampleItem({ id: "f_1", content: "用户搬到了上海" }),
  relevance: 1,
  reason: { zh: "词语相符", en: "words" },
};
const said = { message, before, after, score: 1, because: [] };

async function found(items: Found[]) {
  const onOpen = vi.fn();
  const onFact = vi.fn();
  const answers = { items, marks: ["上海"] };
  const screen = await standing(<FoundSaid {...{ answers, onOpen, onFact }} />);
  return { screen, onOpen, onFact };
}

test("a fact and its line stand together, with what was said beside it and words marked", async () => {
  const { screen, onOpen, onFact } = await found([
    { facts: [fact], said, replaced: ["用户住在北京"] },
  ]);
  await expect.element(screen.getByText("已不成立：用户住在北京")).toBeVisible();
  await expect.element(screen.getByText(/我对花生过敏/)).toBeVisible();
  expect([...document.querySelectorAll("mark")].map((each) => each.textContent)).toEqual([
    "上海",
    "上海",
  ]);
  await screen.getByRole("button", { name: "打开对话" }).click();
  expect(onOpen.mock.calls).toEqual([[message]]);
  await screen.getByRole("button", { name: "用户搬到了上海" }).click();
  expect(onFact.mock.calls).toEqual([[fact]]);
});

test("a fact whose words are not kept says so; where nothing is surely meant, it is not known", async () => {
  const first = await found([{ facts: [fact], replaced: [] }]);
  await expect.element(first.screen.getByText("得出它的原话没有保留。")).toBeVisible();
  await expect
    .element(first.screen.getByRole("button", { name: "打开对话" }))
    .not.toBeInTheDocument();
  const { screen } = await found([]);
  await expect.element(screen.getByText("不知道")).toBeVisible();
});
