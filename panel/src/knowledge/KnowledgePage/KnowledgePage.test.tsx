import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { scriptedClient } from "../../channels/scripted.ts";
import { createMohen } from "../../mohen.tsx";
import { standing } from "../../parts/standing.tsx";
import { PROJECT } from "../sample_knowledge.ts";
import { scriptedKnowledge } from "../scripted_knowledge.ts";
import { KnowledgePage } from "./KnowledgePage.tsx";

async function open(projectId?: string) {
  const client = scriptedClient(scriptedKnowledge());
  const mohen = createMohen({ client, language: "zh", ...(projectId && { projectId }) });
  const screen = await standing(<KnowledgePage />, mohen);
  await expect.element(screen.getByText("用户对花生过敏")).toBeVisible();
  return { client, screen };
}

test("keys go from view to view, and what is shown bears the name of its tab", async () => {
  const { client, screen } = await open(PROJECT);
  expect(client.callsOf("graph:check")).toEqual([]);
  await userEvent.tab();
  await userEvent.keyboard("{End}");
  await expect.element(screen.getByText("周伯死了。")).toBeVisible();
  await expect.element(screen.getByRole("tabpanel", { name: /矛盾/ })).toBeVisible();
  await expect.element(screen.getByRole("tab", { selected: true })).toHaveFocus();
  expect(client.callsOf("graph:check")).toEqual([{ projectId: PROJECT }]);
});

test("without a project there is no story to check, and nobody is asked", async () => {
  const { client, screen } = await open();
  await screen.getByRole("tab", { name: /矛盾/ }).click();
  await expect.element(screen.getByText("故事属于某个项目")).toBeVisible();
  expect(client.callsOf("graph:check")).toEqual([]);
});
