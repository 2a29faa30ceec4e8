import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import type { Rule } from "../../channels/generated.ts";
import { standing } from "../../parts/standing.tsx";
import { sampleRule } from "../sample_rules.ts";
import { RuleCard, type RuleCardProps } from "./RuleCard.tsx";

const acts = () => ({
  open: true,
  onOpen: vi.fn(),
  onConfirm: vi.fn(),
  onEdit: vi.fn(),
  onDelete: vi.fn(),
  onPromote: vi.fn(),
});
const card = (rule: Rule, props: Partial<RuleCardProps> = {}) =>
  standing(<RuleCard {...{ rule, ...acts(), ...props }} />);

const worded = sampleRule({ id: "rule_1", rule: "短句", ruleZh: "短句", ruleEn: "Short ones" });

test("the other wording is asked for by keys, and read in its own language", async () => {
  const screen = await card(worded);
  const more = screen.getByRole("button", { name: "更多操作" });
  (more.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await userEvent.click(screen.getByRole("menuitem", { name: "显示英文表述" }));
  await expect.element(screen.getByText("Short ones")).toHaveAttribute("lang", "en");
  await expect.element(more).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await userEvent.click(screen.getByRole("menuitem", { name: "收起英文表述" }));
  await expect.element(screen.getByText("Short ones")).not.toBeInTheDocument();
});

test("what is written between angle brackets is the rule, and names the card", async () => {
  const rule = sampleRule({ id: "rule_1", rule: "<b>少用</b>粗体" });
  const screen = await card(rule);
  await expect.element(screen.getByRole("article", { name: "<b>少用</b>粗体" })).toBeVisible();
  await expect
    .element(screen.getByRole("group", { name: "对「<b>少用</b>粗体」的操作" }))
    .toBeVisible();
});

test("one word of three hundred letters does not push the card apart", async () => {
  const rule = sampleRule({ id: "rule_1", rule: "x".repeat(300) });
  const screen = await standing(
    <div style={{ width: 300 }}>
      <RuleCard rule={rule} {...acts()} />
    </div>,
  );
  const article = screen.getByRole("article").element();
  expect(article.scrollWidth).toBeLessThanOrEqual(article.clientWidth);
});

test("shut, a rule is one line however long it is", async () => {
  const rule = sampleRule({ id: "rule_1", rule: "很长的规则，".repeat(40) });
  const screen = await card(rule, { open: false });
  expect(screen.getByRole("article").element().clientHeight).toBeLessThanOrEqual(40);
});

test("how the author differs from the AI stands on the card", async () => {
  const compared = { zh: "你的句子平均 8 字，AI 的 25 字", en: "Your sentences average 8" };
  const screen = await card(sampleRule({ id: "rule_1", rule: "短句", compared }));
  await expect.element(screen.getByText(compared.zh)).toBeVisible();
});

test("where there is nothing more to do there is no menu of nothing", async () => {
  const rule = sampleRule({ id: "rule_1", rule: "短句", scope: "global" });
  const screen = await card(rule);
  await expect.element(screen.getByRole("button", { name: "删除" })).toBeVisible();
  expect(screen.getByRole("button", { name: "更多操作" }).elements()).toHaveLength(0);
});
