import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { never } from "../../channels/scripted.ts";
import { createMohen } from "../../mohen.tsx";
import { standing } from "../../parts/standing.tsx";
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

test("a second Enter while it is on its way decides nothing more", async () => {
  const { client, screen } = await open();
  client.script({ "memory:conflict:resolve": never });
  await userEvent.keyboard("{Enter}{Enter}");
  await expect.element(screen.getByRole("button", { name: "以后再说" })).toBeDisabled();
  expect(client.callsOf("memory:conflict:resolve")).toHaveLength(1);
});

test("before the first comes the last", async () => {
  const go = vi.fn();
  const acts = { onChoose: vi.fn(), onGo: go, onLater: vi.fn() };
  const screen = await standing(<ConflictChoice rules={rules} at={1} of={3} {...acts} />);
  await screen.getByRole("button", { name: "上一个冲突" }).click();
  expect(go.mock.calls).toEqual([[3]]);
});

test("of one alone there is nowhere to go to", async () => {
  const acts = { onChoose: vi.fn(), onGo: vi.fn(), onLater: vi.fn() };
  const screen = await standing(<ConflictChoice rules={rules} at={1} of={1} {...acts} />);
  await expect.element(screen.getByText("偏好长句")).toBeVisible();
  expect(screen.getByRole("button", { name: /一个冲突/ }).elements()).toHaveLength(0);
});
