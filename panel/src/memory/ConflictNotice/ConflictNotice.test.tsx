import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { createMohen } from "../../mohen.tsx";
import { standing } from "../../parts/standing.tsx";
import { Toasts } from "../../parts/Toasts/Toasts.tsx";
import { createRules } from "../../state/rules.ts";
import { contradiction, PROJECT } from "../sample_rules.ts";
import { scriptedMemory } from "../scripted_memory.ts";
import { ConflictChoice } from "./ConflictChoice.tsx";
import { ConflictNotice } from "./ConflictNotice.tsx";

const rules = contradiction(Date.now());

async function open() {
  const { client } = scriptedMemory({ rules, conflicts: [["rule_brief", "rule_long"]] });
  const mohen = createMohen({ client, projectId: PROJECT, language: "zh" });
  void mohen.store(createRules).getState().reload();
  const screen = await standing(
    <section aria-label="panel" tabIndex={-1}>
      <ConflictNotice />
      <Toasts />
    </section>,
    mohen,
  );
  const choice = screen.getByRole("button", { name: "选这一条：偏好短句" });
  await expect.element(choice).toBeVisible();
  (choice.element() as HTMLElement).focus();
  return { client, screen };
}

test("decided by keys, the last one hands the focus to what stands around it", async () => {
  const { screen } = await open();
  await userEvent.keyboard("{Enter}");
  await expect.element(screen.getByRole("region", { name: "panel" })).toHaveFocus();
});

test("for ten seconds a decision can be taken back, and only then it is made", async () => {
  const { client, screen } = await open();
  await userEvent.keyboard("{Enter}{Enter}");
  await expect.element(screen.getByText(/已确认「偏好短句」，删除「偏好长句」/)).toBeVisible();
  expect(screen.getByText("偏好长句", { exact: true }).elements()).toHaveLength(0);
  expect(client.callsOf("memory:conflict:resolve")).toHaveLength(0);
  await screen.getByRole("button", { name: "撤销" }).click();
  await expect.element(screen.getByRole("button", { name: "选这一条：偏好短句" })).toBeVisible();
  expect(client.callsOf("memory:conflict:resolve")).toHaveLength(0);
});

test("both are kept, each with a scene of its own", async () => {
  const { client, screen } = await open();
  await screen.getByRole("button", { name: "两条都留，按场景" }).click();
  const scene = screen.getByRole("combobox", { name: "「偏好短句」用于哪种场景" });
  await userEvent.selectOptions(scene, "描写");
  await screen.getByRole("button", { name: "都保留" }).click();
  dispatchEvent(new PageTransitionEvent("pagehide"));
  await expect.poll(() => client.callsOf("memory:conflict:resolve")).toHaveLength(1);
  const [sent] = client.callsOf("memory:conflict:resolve");
  const scenes = sent?.keepBoth?.map((each) => [each.ruleId, each.sceneType]);
  expect(new Map(scenes as [string, string][]).get("rule_brief")).toBe("description");
  expect(new Set(scenes?.map(([, where]) => where)).size).toBe(2);
});

const conflict = {
  id: "conflict_1",
  scope: "project" as const,
  ruleIds: rules.map((each) => each.id),
  rules,
  reason: "CONTRADICTION",
  status: "pending" as const,
  createdAt: 0,
  inForce: "rule_brief",
};
const acts = () => ({
  onChoose: vi.fn(),
  onKeepBoth: vi.fn(),
  onGo: vi.fn(),
  onLater: vi.fn(),
});

test("before the first comes the last", async () => {
  const heard = acts();
  const screen = await standing(<ConflictChoice conflict={conflict} at={1} of={3} {...heard} />);
  await screen.getByRole("button", { name: "上一个冲突" }).click();
  expect(heard.onGo.mock.calls).toEqual([[3]]);
});

test("of one alone there is nowhere to go to, and which one is used for now is said", async () => {
  const screen = await standing(<ConflictChoice conflict={conflict} at={1} of={1} {...acts()} />);
  await expect.element(screen.getByText("偏好长句")).toBeVisible();
  expect(screen.getByRole("button", { name: /一个冲突/ }).elements()).toHaveLength(0);
  expect(screen.getByText("暂用这一条").elements()).toHaveLength(1);
});
