import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { createMohen } from "../../mohen.tsx";
import { standing } from "../../parts/standing.tsx";
import { createRules } from "../../state/rules.ts";
import { learningEvents } from "../sample_care.ts";
import { PROJECT, sampleRules } from "../sample_rules.ts";
import { scriptedMemory } from "../scripted_memory.ts";
import { LearningHistory, type LearningHistoryProps } from "./LearningHistory.tsx";

const now = Date.now();

async function open(props: Partial<LearningHistoryProps> = {}) {
  const { client } = scriptedMemory({ rules: sampleRules(now), events: learningEvents(now) });
  const mohen = createMohen({ client, projectId: PROJECT, language: "zh" });
  await mohen.store(createRules).getState().reload();
  const onClose = vi.fn();
  const screen = await standing(<LearningHistory open onClose={onClose} {...props} />, mohen);
  return { screen, onClose, asked: () => client.callsOf("memory:learning:history") };
}

test("while it is shut nothing is asked", async () => {
  const { screen, asked } = await open({ open: false });
  expect(screen.getByRole("dialog").elements()).toHaveLength(0);
  expect(asked()).toEqual([]);
});

test("to one rule and back by keys: the focus is at what it tells of now", async () => {
  const { screen } = await open();
  const rule = screen.getByRole("button", { name: "偏好使用文言文句式" }).first();
  await expect.element(rule).toBeVisible();
  (rule.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(screen.getByRole("heading", { name: "这条规则的历史" })).toHaveFocus();
  (screen.getByRole("button", { name: "全部规则" }).element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(screen.getByRole("heading", { name: "学习历史" })).toHaveFocus();
});

test("of a rule that is gone there is a story still", async () => {
  const { screen, asked } = await open({ ruleId: "rule_gone" });
  await expect.element(screen.getByText("你删除了它，以后不再学到")).toBeVisible();
  await expect.element(screen.getByText("一条已删除的规则").first()).toBeVisible();
  expect(asked().every((each) => each.ruleId === "rule_gone")).toBe(true);
  expect(screen.getByRole("listitem").elements()).toHaveLength(1);
});
