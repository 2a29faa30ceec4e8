import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { scriptedClient } from "../../channels/scripted.ts";
import { createMohen } from "../../mohen.tsx";
import { standing } from "../../parts/standing.tsx";
import { scriptedSettings } from "../../settings/scripted_settings.ts";
import { StatusBar, type StatusBarProps } from "./StatusBar.tsx";

async function bar(props: StatusBarProps) {
  const client = scriptedClient(scriptedSettings({ model: { kind: "offline" } }));
  const mohen = createMohen({ client, language: "zh", projectId: "雾港来信" });
  const screen = await standing(<StatusBar {...props} />, mohen);
  await expect.element(screen.getByText("离线写手")).toBeVisible();
  return { client, screen };
}

test("what leads nowhere is no button", async () => {
  const { screen } = await bar({});
  await expect.element(screen.getByRole("button")).not.toBeInTheDocument();
});

test("what leads somewhere is reached by keyboard, from left to right", async () => {
  const onMemory = vi.fn();
  const onModel = vi.fn();
  await bar({ onMemory, onModel });
  await userEvent.tab();
  await userEvent.keyboard("{Enter}");
  expect([onMemory.mock.calls.length, onModel.mock.calls.length]).toEqual([1, 0]);
  await userEvent.tab();
  await userEvent.keyboard("{Enter}");
  expect([onMemory.mock.calls.length, onModel.mock.calls.length]).toEqual([1, 1]);
});

test("an empty chapter has a length of none; nothing selected is not counted", async () => {
  const { screen } = await bar({ text: "", selected: " \n" });
  const length = screen.container.querySelector("[data-length]");
  expect(length?.textContent).toMatch(/^0 /);
});

test("a prompt whose share of the cache nobody knows is told without it, and asked for once", async () => {
  const { client, screen } = await bar({ last: { generationId: "gen_1", tokenCount: 0 } });
  await expect.element(screen.getByText("上次提示词 0 词元")).toBeVisible();
  expect(client.callsOf("context:cache")).toHaveLength(0); // until somebody looks inside
  screen.mohen.manner.getState().showInside(true);
  await expect.poll(() => client.callsOf("context:cache")).toHaveLength(1);
  expect(screen.container.querySelector("[data-last-prompt]")?.textContent).not.toContain("%");
});
