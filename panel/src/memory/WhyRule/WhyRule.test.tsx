import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { never } from "../../channels/scripted.ts";
import { createMohen, MohenProvider } from "../../mohen.tsx";
import { standing } from "../../parts/standing.tsx";
import { evidenceForShort, receipt } from "../sample_care.ts";
import { PROJECT, sampleRules } from "../sample_rules.ts";
import { scriptedMemory } from "../scripted_memory.ts";
import { WhyRule, type WhyRuleProps } from "./WhyRule.tsx";

const now = Date.now();
const lived = { rules: sampleRules(now), testimonies: { rule_short: evidenceForShort(now) } };

async function open(rule: WhyRuleProps["rule"], projectId: string | undefined = PROJECT) {
  const { client } = scriptedMemory(lived);
  const mohen = createMohen({ client, language: "zh", ...(projectId && { projectId }) });
  const onClose = vi.fn();
  const screen = await standing(<WhyRule rule={rule} onClose={onClose} />, mohen);
  const ask = (next: WhyRuleProps["rule"]) =>
    screen.rerender(
      <MohenProvider mohen={mohen}>
        <WhyRule rule={next} onClose={onClose} />
      </MohenProvider>,
    );
  return { screen, client, onClose, ask };
}

test("without a rule there is no dialog and no question", async () => {
  const { screen, client } = await open(undefined);
  expect(screen.getByRole("dialog").elements()).toHaveLength(0);
  expect(client.callsOf("memory:semantic:why")).toEqual([]);
});

test("asked about another rule, it tells of that one alone", async () => {
  const { screen, ask } = await open({ id: "rule_short" });
  await expect.element(screen.getByText("不符合 < 15 字")).toBeVisible();
  await ask({ id: "rule_person" });
  await expect.element(screen.getByText("使用第三人称全知视角")).toBeVisible();
  await expect.element(screen.getByText("不符合 < 15 字")).not.toBeInTheDocument();
});

test("from above no interaction can be looked into: it belongs to a project", async () => {
  const { screen } = await open({ id: "rule_short" }, "");
  await expect.element(screen.getByText("不符合 < 15 字")).toBeVisible();
  await expect.element(screen.getByText("当时的其他候选")).not.toBeInTheDocument();
});

test("a second Enter while it is being forgotten forgets nothing more", async () => {
  const { screen, client } = await open({ id: "rule_short" });
  client.script({
    "memory:forget": ({ dryRun }) => (dryRun ? receipt({ dryRun: true }) : never()),
  });
  await screen.getByRole("button", { name: "忘掉这次交互" }).first().click();
  const sure = screen.getByRole("button", { name: "忘掉", exact: true });
  await expect.element(sure).toBeEnabled();
  // No rule stands on it: nothing is said of rules.
  await expect.element(screen.getByText(/条规则不再以它为依据/)).not.toBeInTheDocument();
  (sure.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}{Enter}");
  await expect.element(sure).toHaveAttribute("aria-busy", "true");
  expect(client.callsOf("memory:forget").filter((each) => !each.dryRun)).toHaveLength(1);
});
