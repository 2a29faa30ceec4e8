import { beforeEach, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { never } from "../../channels/scripted.ts";
import { createMohen } from "../../mohen.tsx";
import { standing } from "../../parts/standing.tsx";
import { createRules } from "../../state/rules.ts";
import { PROJECT, sampleRule } from "../sample_rules.ts";
import { scriptedMemory } from "../scripted_memory.ts";
import { GlobalOffers } from "./GlobalOffers.tsx";

const offer = (feature: string, ruleId: string) => ({
  predicate: { feature, op: "<" as const, value: 1, unit: "uses" },
  ruleIds: [ruleId],
  projectIds: [PROJECT],
  projects: 3,
});
const lived = {
  rules: [
    sampleRule({ id: "rule_a", rule: "少用感叹号" }),
    sampleRule({ id: "rule_b", rule: "少用副词" }),
  ],
  offers: [offer("exclamation", "rule_a"), offer("adverb", "rule_b")],
};

beforeEach(() => localStorage.removeItem("mohen-offers-declined"));

async function open() {
  const { client } = scriptedMemory(lived);
  const mohen = createMohen({ client, projectId: PROJECT, language: "zh" });
  void mohen.store(createRules).getState().reload();
  const screen = await standing(
    <section aria-label="panel" tabIndex={-1}>
      <GlobalOffers />
    </section>,
    mohen,
  );
  await expect.element(screen.getByText("少用副词")).toBeVisible();
  const focus = (name: string) =>
    (screen.getByRole("button", { name }).first().element() as HTMLElement).focus();
  return { screen, client, focus };
}

test("declined by keys: the next one takes the focus, after the last what stands around", async () => {
  const { screen, focus } = await open();
  focus("暂不");
  await userEvent.keyboard("{Enter}");
  await expect.element(screen.getByText("少用感叹号")).not.toBeInTheDocument();
  await expect.element(screen.getByRole("button", { name: "提升为全局" })).toHaveFocus();
  await userEvent.tab();
  await userEvent.keyboard("{Enter}");
  await expect.element(screen.getByRole("region", { name: "panel" })).toHaveFocus();
});

test("while one is taken it is not taken twice, nor declined", async () => {
  const { screen, client, focus } = await open();
  client.script({ "memory:promote": never });
  focus("提升为全局");
  await userEvent.keyboard("{Enter}{Enter}");
  await expect.element(screen.getByRole("button", { name: "暂不" }).first()).toBeDisabled();
  expect(client.callsOf("memory:promote")).toHaveLength(1);
});
