import { afterEach, beforeEach, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { PROJECT, sampleRules } from "../../memory/sample_rules.ts";
import { scriptedMemory } from "../../memory/scripted_memory.ts";
import { createMohen } from "../../mohen.tsx";
import { standing } from "../../parts/standing.tsx";
import { App } from "./App.tsx";

const before = location.hash;
beforeEach(() => localStorage.clear());
afterEach(() => history.replaceState(null, "", before || location.pathname + location.search));

async function at(hash: string) {
  history.replaceState(null, "", hash);
  const { client } = scriptedMemory(
    { rules: sampleRules(Date.now()), episodes: 128, pending: 0 },
    { "project:list": { items: [{ projectId: PROJECT, missing: false }] } },
  );
  const mohen = createMohen({ client, language: "zh", theme: "light", projectId: PROJECT });
  const screen = await standing(<App />, mohen);
  return { screen, client, main: screen.getByRole("main") };
}

test("an address that names no view is the desk", async () => {
  const { main } = await at("#/nowhere");
  await expect.element(main).toHaveAttribute("data-view", "desk");
  expect(document.title).toBe("书桌 · Mohen 墨痕");
});

test("a link leads from view to view by keyboard, and the browser's back leads back", async () => {
  const { screen, main } = await at("#/memory");
  await expect.element(main).toHaveAttribute("data-view", "memory");
  (screen.getByRole("link", { name: "设置" }).element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(main).toHaveAttribute("data-view", "settings");
  await expect.element(screen.getByRole("heading", { level: 1, name: "设置" })).toBeVisible();
  expect(document.title).toBe("设置 · Mohen 墨痕");
  history.back();
  await expect.element(main).toHaveAttribute("data-view", "memory");
});

test("the way past the bars is no view of its own", async () => {
  const { screen, main } = await at("#/memory");
  const skip = screen.getByRole("button", { name: "跳到正文" }).element() as HTMLElement;
  expect(screen.container.querySelector("a, button, input, select")).toBe(skip);
  skip.focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(main).toHaveFocus();
  expect(location.hash).toBe("#/memory");
});

test("the memory stands beside the text on demand, and only there", async () => {
  const { screen } = await at("#/desk");
  const beside = screen.getByRole("button", { name: "在正文旁显示记忆" });
  await expect.element(beside).toHaveAttribute("aria-pressed", "false");
  await beside.click();
  await expect.element(beside).toHaveAttribute("aria-pressed", "true");
  const memory = screen.getByRole("complementary", { name: "记忆", exact: true });
  await expect.element(memory).toBeVisible();
  location.hash = "#/settings";
  await expect.element(memory).not.toBeInTheDocument();
  await expect.element(beside).not.toBeInTheDocument();
});
