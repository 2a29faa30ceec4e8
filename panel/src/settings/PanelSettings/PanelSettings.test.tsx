import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { scriptedClient } from "../../channels/scripted.ts";
import { createMohen } from "../../mohen.tsx";
import { standing } from "../../parts/standing.tsx";
import { PanelSettings } from "./PanelSettings.tsx";

test("what is chosen is kept in the browser and not told to the server", async () => {
  const client = scriptedClient({});
  const kept = new Map<string, string>();
  const keep = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
  const screen = await standing(
    <PanelSettings />,
    createMohen({ client, language: "zh", theme: "light", keep }),
  );
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "语言" }), "en");
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Appearance" }), "system");
  await screen.getByRole("switch", { name: "Show what is inside" }).click();
  const again = createMohen({ client, keep }).manner.getState();
  expect([again.language, again.theme, again.inside]).toEqual(["en", "system", true]);
  expect(client.calls).toEqual([]);
});

test("each language is called by its own name, whichever is spoken", async () => {
  const screen = await standing(<PanelSettings />);
  const languages = screen.getByRole("combobox", { name: "语言" });
  await expect.element(languages).toHaveTextContent("中文English");
  await userEvent.selectOptions(languages, "en");
  await expect
    .element(screen.getByRole("combobox", { name: "Language" }))
    .toHaveTextContent("中文English");
});
