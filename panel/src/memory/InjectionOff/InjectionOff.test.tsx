import { expect, test, vi } from "vitest";
import { createMohen } from "../../mohen.tsx";
import { standing } from "../../parts/standing.tsx";
import { createHealth } from "../../state/health.ts";
import { createSettings } from "../../state/settings.ts";
import { settled } from "../memory_story.tsx";
import { scriptedMemory } from "../scripted_memory.ts";
import { InjectionOff } from "./InjectionOff.tsx";

const OFF = "AI 写作时看不到这些规则";

test("switched on again, wherever that is done, it goes by itself", async () => {
  const { client } = scriptedMemory({ settings: { injectionEnabled: false } });
  const mohen = createMohen({ client, language: "zh" });
  const screen = await standing(<InjectionOff onLook={vi.fn()} />, mohen);
  await expect.element(screen.getByText(OFF)).toBeVisible();
  await mohen.store(createSettings).getState().change({ injectionEnabled: true });
  await expect.element(screen.getByText(OFF)).not.toBeInTheDocument();
});

test("where settings cannot be read nobody claims that it is off", async () => {
  const { client } = scriptedMemory({ settings: { injectionEnabled: false } });
  client.script({
    "memory:status": {
      version: "0.0.0",
      memoryDegraded: true,
      fileBytes: {},
      storage: { files: {} },
      degradations: [],
      alerts: [],
    },
  });
  const mohen = createMohen({ client, language: "zh" });
  const screen = await standing(<InjectionOff onLook={vi.fn()} />, mohen);
  await mohen.store(createHealth).getState().reload();
  await settled();
  expect(screen.container.textContent).toBe("");
});
