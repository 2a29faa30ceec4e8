import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { unreachable } from "../../channels/client.ts";
import type { Data, Rule } from "../../channels/generated.ts";
import { MohenProvider } from "../../mohen.tsx";
import { standing } from "../../parts/standing.tsx";
import { settled } from "../memory_story.tsx";
import { sampleRule } from "../sample_rules.ts";
import { DeleteRule, type DeleteRuleProps } from "./DeleteRule.tsx";

type Deleted = Data<"memory:semantic:delete">;

const one = sampleRule({ id: "rule_1", rule: "偏好短句" });
const two = sampleRule({ id: "rule_2", rule: "偏好长句" });
const would = (wordings: number): Deleted => ({
  rules: 1,
  wordings,
  links: 0,
  conflicts: 0,
  labels: 0,
  vetoes: 0,
  episodesMarked: 0,
  wiped: false,
  dryRun: true,
});

test("Enter as it opens deletes nothing, Esc leaves it", async () => {
  const onDelete = vi.fn();
  const onClose = vi.fn();
  const foresee = async () => would(0);
  const screen = await standing(<DeleteRule rule={one} {...{ foresee, onDelete, onClose }} />);
  await expect.element(screen.getByRole("dialog")).toBeVisible();
  await userEvent.keyboard("{Enter}");
  expect(onDelete).not.toHaveBeenCalled();
  await userEvent.keyboard("{Escape}");
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
});

test("what was foreseen for another rule comes too late", async () => {
  const answers = new Map<string, (told: Deleted) => void>();
  const foresee: DeleteRuleProps["foresee"] = (rule: Rule) =>
    new Promise((answer) => answers.set(rule.id, answer));
  const acts = { foresee, onDelete: vi.fn(), onClose: vi.fn() };
  const screen = await standing(<DeleteRule rule={one} {...acts} />);
  await screen.rerender(
    <MohenProvider mohen={screen.mohen}>
      <DeleteRule rule={two} {...acts} />
    </MohenProvider>,
  );
  answers.get("rule_2")?.(would(2));
  await expect.element(screen.getByText("它的 2 个旧表述会一并删除。")).toBeVisible();
  answers.get("rule_1")?.(would(7));
  await settled();
  expect(screen.getByText("它的 2 个旧表述会一并删除。").elements()).toHaveLength(1);
});

test("what cannot be foreseen can be deleted all the same: it can be undone", async () => {
  const onDelete = vi.fn();
  const foresee = async () => unreachable("away");
  const screen = await standing(
    <DeleteRule rule={one} onClose={vi.fn()} {...{ foresee, onDelete }} />,
  );
  await expect.element(screen.getByRole("alert")).toBeVisible();
  await screen.getByRole("button", { name: "删除" }).click();
  expect(onDelete.mock.calls).toEqual([[one]]);
});
