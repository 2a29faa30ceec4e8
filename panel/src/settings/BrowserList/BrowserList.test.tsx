import { expect, test } from "vitest";
import { scriptedClient } from "../../channels/scripted.ts";
import { createMohen } from "../../mohen.tsx";
import { standing } from "../../parts/standing.tsx";
import { BROWSERS, NOW, scriptedSettings } from "../scripted_settings.ts";
import { BrowserList } from "./BrowserList.tsx";

async function shown() {
  const client = scriptedClient(scriptedSettings());
  const browserId = () => "br_1";
  const mohen = createMohen({ client, language: "zh", now: () => NOW, browserId });
  const screen = await standing(<BrowserList />, mohen);
  return { client, rows: screen.getByRole("listitem"), screen };
}

test("the one that one looks from is marked, and no other", async () => {
  const { rows } = await shown();
  await expect.element(rows.nth(0)).toHaveTextContent(/^Firefox, Linux 当前/);
  await expect.element(rows.nth(1)).not.toHaveTextContent("当前");
});

test("one is shut out by its name, and the list is asked for anew", async () => {
  const { client, rows, screen } = await shown();
  client.script({ "browser:list": { items: BROWSERS.slice(0, 1) } });
  await screen.getByRole("button", { name: "撤销 Safari, macOS" }).click();
  await expect.element(rows.nth(1)).not.toBeInTheDocument();
  expect(client.callsOf("browser:revoke")).toEqual([{ id: "br_2" }]);
  // And one alone is all there is: that button would say the same
  await expect.element(screen.getByRole("button", { name: "全部撤销" })).not.toBeInTheDocument();
});

test("all are shut out only after a second word", async () => {
  const { client, screen } = await shown();
  await screen.getByRole("button", { name: "全部撤销" }).click();
  expect(client.callsOf("browser:revoke")).toEqual([]);
  await screen.getByRole("dialog").getByRole("button", { name: "全部撤销" }).click();
  await expect.poll(() => client.callsOf("browser:revoke")).toEqual([{}]);
});

test("one that is let in meanwhile is there by itself", async () => {
  const { client, rows } = await shown();
  await expect.element(rows.nth(1)).toBeVisible();
  const third = { id: "br_3", name: "", since: NOW, seen: NOW };
  client.script({ "browser:list": { items: [third, ...BROWSERS] } });
  client.push("browser:changed", { count: 3 });
  await expect.element(rows.nth(0)).toHaveTextContent(/^浏览器/);
});
