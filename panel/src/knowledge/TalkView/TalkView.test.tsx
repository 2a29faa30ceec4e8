import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { scriptedClient } from "../../channels/scripted.ts";
import { createMohen } from "../../mohen.tsx";
import { standing } from "../../parts/standing.tsx";
import { NOW, PROJECT } from "../sample_knowledge.ts";
import { scriptedTalk } from "../scripted_talk.ts";
import { TalkView } from "./TalkView.tsx";

async function open() {
  const client = scriptedClient(scriptedTalk());
  const mohen = createMohen({ client, language: "zh", projectId: PROJECT, now: () => NOW });
  const screen = await standing(<TalkView />, mohen);
  await expect.element(screen.getByRole("button", { name: /^早。/ })).toBeVisible();
  return { client, screen };
}

test("by keys: into a conversation and back to where one was", async () => {
  const { screen } = await open();
  const row = screen.getByRole("button", { name: /^早。/ });
  (row.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(screen.getByRole("heading", { name: "s1" })).toHaveFocus();
  (screen.getByRole("button", { name: "所有对话" }).element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(row).toHaveFocus();
});

test("from a line to what is known from it, and from that to its line", async () => {
  const { screen } = await open();
  await screen.getByRole("button", { name: /^早。/ }).click();
  await screen.getByRole("button", { name: "用户搬到了上海", exact: true }).click();
  const dialog = screen.getByRole("dialog");
  await dialog.getByRole("button", { name: "看原话" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.poll(() => document.activeElement?.getAttribute("data-place")).toBe("4");
});

test("a span is forgotten: first what would go is shown, and it is asked for once", async () => {
  const { client, screen } = await open();
  await userEvent.fill(screen.getByLabelText("从"), "2026-03-10");
  await expect.element(screen.getByText("找到 3 处")).toBeVisible();
  await screen.getByRole("button", { name: "遗忘以上全部" }).click();
  const dialog = screen.getByRole("dialog");
  await expect.element(dialog.getByText("2026年3月10日以来说的所有话")).toBeVisible();
  await expect.element(dialog.getByText("共删除 3 条消息。")).toBeVisible();
  expect(client.callsOf("memory:forget").every(({ dryRun }) => dryRun)).toBe(true);
  await dialog.getByRole("button", { name: "遗忘" }).click();
  await expect.element(screen.getByText("找到 0 处")).toBeVisible();
});
