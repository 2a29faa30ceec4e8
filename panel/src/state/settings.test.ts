import { describe, expect, test } from "vitest";
import { scriptedClient } from "../channels/scripted.ts";
import { defaultSettings } from "../memory/sample_care.ts";
import { createMohen } from "../mohen.tsx";
import { invalid, scriptedSettings, status } from "../settings/scripted_settings.ts";
import { createHealth } from "./health.ts";
import { createSettings } from "./settings.ts";

async function begun(client = scriptedClient(scriptedSettings())) {
  const mohen = createMohen({ client, language: "zh", theme: "light" });
  const store = mohen.store(createSettings);
  await store.getState().reload();
  return { client, mohen, store, data: () => store.getState().settings.data };
}

describe("settings", () => {
  test("a change shows at once and holds", async () => {
    const { store, data } = await begun();
    const done = store.getState().change({ injectionEnabled: false });
    expect(data()?.injectionEnabled).toBe(false);
    expect(store.getState().saving).toEqual(["injectionEnabled"]);
    expect(await done).toBe(true);
    expect(data()?.injectionEnabled).toBe(false);
    expect(store.getState().saving).toEqual([]);
  });

  test("a change that is refused is taken back, and says why until the next try", async () => {
    const { client, store, data } = await begun();
    client.script({ "memory:settings:update": invalid("tokenizer", "no") });
    expect(await store.getState().change({ tokenizer: "o200k_base" })).toBe(false);
    expect(data()?.tokenizer).toBe("estimate");
    expect(store.getState().refused.tokenizer?.code).toBe("INVALID_ARGUMENT");
    client.script(scriptedSettings());
    const done = store.getState().change({ tokenizer: "o200k_base" });
    expect(store.getState().refused.tokenizer).toBeUndefined();
    expect(await done).toBe(true);
  });

  test("two changes at once: the answer to the first does not hide the second", async () => {
    const { store, data } = await begun();
    const first = store.getState().change({ injectionEnabled: false });
    const second = store.getState().change({ maskNamesEnabled: true });
    await first;
    expect(data()).toMatchObject({ injectionEnabled: false, maskNamesEnabled: true });
    await second;
    expect(data()).toMatchObject({ injectionEnabled: false, maskNamesEnabled: true });
  });

  test("a refusal takes back its own change and no other", async () => {
    const script = scriptedSettings();
    const good = script["memory:settings:update"];
    script["memory:settings:update"] = (patch) =>
      "tokenizer" in patch || typeof good !== "function" ? invalid("tokenizer", "no") : good(patch);
    const { store, data } = await begun(scriptedClient(script));
    const both = [
      store.getState().change({ tokenizer: "o200k_base" }),
      store.getState().change({ injectionEnabled: false }),
    ];
    expect(await Promise.all(both)).toEqual([false, true]);
    expect(data()).toMatchObject({ tokenizer: "estimate", injectionEnabled: false });
  });

  test("what was changed elsewhere is seen", async () => {
    const { client, mohen, data } = await begun();
    client.script({
      "memory:status": status({ ...defaultSettings, privacyModeEnabled: true }),
    });
    await mohen.store(createHealth).getState().reload();
    expect(data()?.privacyModeEnabled).toBe(true);
  });
});
