import { expect, test } from "vitest";
import { standing } from "../../parts/standing.tsx";
import { sampleRule } from "../sample_rules.ts";
import { RuleStates } from "./RuleStates.tsx";

const now = Date.now();
const at = { createdAt: now, updatedAt: now };

test("of a plain rule it says where it comes from, and nothing else", async () => {
  const rule = sampleRule({ id: "rule_1", rule: "短句", ...at });
  const screen = await standing(<RuleStates rule={rule} />);
  expect(screen.container.textContent).toBe("从 8 次交互中蒸馏 刚刚");
});

test("what the author typed needs no evidence, so none against it is counted", async () => {
  const tally = { supporting: 0, contradicting: 4, gone: 0 };
  const rule = sampleRule({ id: "rule_1", rule: "短句", origin: "manual", tally, ...at });
  const screen = await standing(<RuleStates rule={rule} />);
  await expect.element(screen.getByText("你手动添加")).toBeVisible();
  await expect.element(screen.getByText(/次相反/)).not.toBeInTheDocument();
});
