import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { scriptedClient } from "../../channels/scripted.ts";
import { createMohen } from "../../mohen.tsx";
import { standing } from "../../parts/standing.tsx";
import { scriptedSettings } from "../scripted_settings.ts";
import { CleanupCard } from "./CleanupCard.tsx";

async function foreseen() {
  const client = scriptedClient(scriptedSettings());
  const screen = await standing(<CleanupCard />, createMohen({ client, language: "zh" }));
  await screen.getByRole("button", { name: "现在清理会怎样？" }).click();
  const now = screen.getByRole("button", { name: "立即清理" });
  await now.click();
  const dialog = screen.getByRole("dialog");
  await expect.element(dialog).toBeVisible();
  return { client, screen, now, dialog };
}

test("Esc in the question does nothing, and one is back at the button", async () => {
  const { client, now, dialog } = await foreseen();
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(now).toHaveFocus();
  expect(client.callsOf("memory:cleanup:run")).toEqual([{ dryRun: true }]);
});

test("once it is done its button goes, and the focus stays beside it", async () => {
  const { screen, dialog } = await foreseen();
  await dialog.getByRole("button", { name: "立即清理" }).click();
  await expect.element(screen.getByText("已完成：")).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "立即清理" })).not.toBeInTheDocument();
  await expect.element(screen.getByRole("button", { name: "重新统计" })).toHaveFocus();
});

test("a time that is not known is not told", async () => {
  const screen = await standing(<CleanupCard upkeep={{ last: {}, next: { cleanup: 0 } }} />);
  await expect.element(screen.getByText(/下次/)).toBeVisible();
  expect(screen.container.textContent).not.toContain("上次");
  expect(screen.container.textContent).not.toContain(" · ");
});
