import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { createMohen, MohenProvider } from "../../mohen.tsx";
import { Toasts } from "../../parts/Toasts/Toasts.tsx";
import { PROJECT, sampleRules } from "../sample_rules.ts";
import { scriptedMemory } from "../scripted_memory.ts";
import { MemoryPanel } from "./MemoryPanel.tsx";

async function open(projectId: string | undefined = PROJECT) {
  const memory = scriptedMemory({ rules: sampleRules(Date.now()), episodes: 20 });
  const mohen = createMohen({
    client: memory.client,
    language: "zh",
    ...(projectId && { projectId }),
  });
  const screen = await render(
    <MohenProvider mohen={mohen}>
      <MemoryPanel />
      <Toasts />
    </MohenProvider>,
  );
  const deletes = () =>
    memory.client.callsOf("memory:semantic:delete").filter((each) => !each.dryRun);
  const card = async (text: string) => {
    const row = screen.getByRole("article", { name: text, exact: true });
    await row.getByRole("button").first().click();
    return row;
  };
  const focused = () => document.activeElement?.getAttribute("data-rule");
  return { memory, mohen, screen, deletes, card, focused };
}

test("by keyboard alone: into the editor, out of it, and the focus is where it was", async () => {
  const { card } = await open();
  const edit = (await card("动作场景偏好短句")).getByRole("button", { name: "修改" });
  (edit.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("textbox", { name: "规则" })).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  await expect.element(edit).toHaveFocus();
});

test("a card that goes hands the focus to the next one", async () => {
  const { card, focused, screen } = await open();
  await (await card("动作场景偏好短句")).getByRole("button", { name: "删除" }).click();
  await screen.getByRole("dialog").getByRole("button", { name: "删除" }).click();
  await vi.waitFor(() => expect(focused()).toBe("rule_classical"));
  await expect.element(screen.getByRole("tab", { selected: true })).toHaveTextContent("本项目4");
});

test("a dialog that is left alone changes nothing and gives the focus back", async () => {
  const { card, deletes, screen } = await open();
  const button = (await card("动作场景偏好短句")).getByRole("button", { name: "删除" });
  await button.click();
  await expect.element(screen.getByRole("dialog")).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(button).toHaveFocus();
  expect(deletes()).toEqual([]);
});

test("a panel that is put away leaves the time to undo; a page that goes does not [C93]", async () => {
  const { card, deletes, screen } = await open();
  await (await card("动作场景偏好短句")).getByRole("button", { name: "删除" }).click();
  await screen.getByRole("dialog").getByRole("button", { name: "删除" }).click();
  expect(deletes()).toEqual([]);
  await screen.unmount();
  await new Promise((done) => setTimeout(done));
  expect(deletes()).toEqual([]);
  dispatchEvent(new PageTransitionEvent("pagehide"));
  await vi.waitFor(() => expect(deletes().map((each) => each.id)).toEqual(["rule_short"]));
});

test("who comes back to the page sees what was changed elsewhere", async () => {
  const { memory, screen } = await open();
  await expect.element(screen.getByText("动作场景偏好短句")).toBeVisible();
  memory.meddle("rule_short", { rule: "别处改的", ruleZh: "别处改的" });
  dispatchEvent(new Event("focus"));
  await expect.element(screen.getByText("别处改的")).toBeVisible();
});

test("without a project there are only global rules, and learning is paused everywhere", async () => {
  const { memory, screen } = await open("");
  await expect.element(screen.getByText("偏好第一人称")).toBeVisible();
  expect(screen.getByRole("tab").elements()).toHaveLength(1);
  await screen.getByRole("button", { name: "暂停学习" }).click();
  await expect.element(screen.getByText("学习已暂停", { exact: true })).toBeVisible();
  expect(memory.client.callsOf("memory:learning:pause")).toEqual([{}]);
});

test("what is empty in one scope says so there, and does not speak of a new author", async () => {
  const { memory, screen } = await open();
  for (const each of ["rule_exclaim", "rule_first"]) {
    await memory.client.call("memory:semantic:delete", { id: each });
  }
  dispatchEvent(new Event("focus"));
  await screen.getByRole("tab", { name: "全局" }).click();
  await expect.element(screen.getByText("还没有全局规则")).toBeVisible();
});
