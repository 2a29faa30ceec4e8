import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { Failure } from "../../channels/client.ts";
import { type Script, scriptedClient } from "../../channels/scripted.ts";
import { sampleRules } from "../../memory/sample_rules.ts";
import { createMohen } from "../../mohen.tsx";
import { standing } from "../../parts/standing.tsx";
import { CACHE, costOf, EVENTS, NOW, STATUS } from "../sample_pictures.ts";
import { Insights } from "./Insights.tsx";

const answers: Script = {
  "memory:learning:cost": costOf(),
  "memory:status": STATUS,
  "context:cache": CACHE,
  "memory:semantic:list": {
    items: sampleRules(NOW),
    counts: { total: 7, confirmed: 2, byCategory: {}, byOrigin: {} },
    learning: { paused: false },
    offers: [],
  },
  "memory:learning:history": { items: [...EVENTS], page: { limit: 200 } },
};

async function open(more: Script = {}) {
  const client = scriptedClient({ ...answers, ...more });
  const mohen = createMohen({ client, language: "zh", now: () => NOW });
  const screen = await standing(<Insights />, mohen);
  return { client, screen };
}

test("another rule is chosen by keys, and that one's story is asked for", async () => {
  const { client, screen } = await open();
  const rules = screen.getByRole("combobox", { name: "规则" });
  await expect.element(rules).toHaveValue("rule_short");
  (rules.element() as HTMLElement).focus();
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(rules).toHaveValue("rule_classical");
  await expect
    .poll(() => client.callsOf("memory:learning:history").at(-1)?.ruleId)
    .toBe("rule_classical");
});

test("each picture stands in a region of its own name", async () => {
  const { screen } = await open();
  for (const name of ["修改成本", "规则置信度", "记忆强度", "今日用量", "占用空间"]) {
    await expect.element(screen.getByRole("region", { name })).toBeVisible();
  }
});

test("what was broken and is whole again is there after one more try", async () => {
  const broken = new Failure({ code: "TIMEOUT", message: "slow", retryable: true });
  const { client, screen } = await open({ "memory:learning:cost": broken });
  const retry = screen.getByRole("button", { name: "重试" });
  await expect.element(retry).toBeVisible();
  client.script({ "memory:learning:cost": costOf() });
  (retry.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(screen.getByText(/少改了/)).toBeVisible();
  await expect.element(screen.getByRole("alert")).not.toBeInTheDocument();
});
