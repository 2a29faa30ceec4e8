import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { never, scriptedClient } from "../../channels/scripted.ts";
import { createMohen } from "../../mohen.tsx";
import { standing } from "../../parts/standing.tsx";
import { NOW, scriptedSettings } from "../scripted_settings.ts";
import { SettingsPage } from "./SettingsPage.tsx";

async function page() {
  const client = scriptedClient(scriptedSettings());
  const mohen = createMohen({ client, language: "zh", theme: "light", now: () => NOW });
  const screen = await standing(<SettingsPage />, mohen);
  await expect.element(screen.getByRole("region", { name: "隐私" })).toBeVisible();
  return { client, screen };
}

test("the list of groups leads to every group there is, in the order of the page", async () => {
  const { screen } = await page();
  const listed = screen.getByRole("navigation", { name: "设置分组" }).getByRole("button");
  const titles = screen.getByRole("heading", { level: 2 });
  expect(listed.elements().map((each) => each.textContent)).toEqual(
    titles.elements().map((each) => each.textContent),
  );
});

test("a jump takes the focus along, so that the next Tab is in the group", async () => {
  const { screen } = await page();
  const jump = screen.getByRole("button", { name: "隐私" });
  (jump.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(screen.getByRole("heading", { level: 2, name: "隐私" })).toHaveFocus();
  await userEvent.tab();
  await expect.element(screen.getByRole("switch", { name: "隐私模式" })).toHaveFocus();
});

test("it asks for its settings and its audit once", async () => {
  const { client } = await page();
  expect(client.callsOf("memory:settings:get")).toHaveLength(1);
  expect(client.callsOf("memory:audit:list")).toHaveLength(1);
});

test("while a change is on its way that is said, in the page's own words", async () => {
  const { client, screen } = await page();
  client.script({ "memory:settings:update": never });
  await screen.getByRole("switch", { name: "对远程模型隐藏名字" }).click();
  await expect.element(screen.getByText("正在保存……")).toHaveAttribute("role", "status");
});
