import { expect, test } from "vitest";
import type { Inspect } from "../channels/generated.ts";
import { scriptedClient } from "../channels/scripted.ts";
import { INSPECTED, REQUEST } from "../desk/sample_context.ts";
import { createMohen } from "../mohen.tsx";
import { invalid, scriptedSettings } from "../settings/scripted_settings.ts";
import { createInspector } from "./inspector.ts";

function begun(client = scriptedClient({ ...scriptedSettings(), "context:inspect": INSPECTED })) {
  const mohen = createMohen({ client, projectId: "p", language: "zh", theme: "light" });
  return { client, inspector: mohen.store(createInspector) };
}

test("a prompt is looked at as the run asked for it", async () => {
  const { client, inspector } = begun();
  await inspector.getState().look(REQUEST);
  const { candidates: _c, runId: _r, stream: _s, ...context } = REQUEST;
  expect(client.callsOf("context:inspect")).toEqual([context]);
  expect(inspector.getState().whole?.data?.promptHash).toBe(INSPECTED.promptHash);
});

test("a text that comes after it was closed is not shown under another prompt", async () => {
  const { client, inspector } = begun();
  let answer: (told: Inspect) => void = () => {};
  client.script({
    "context:inspect": () =>
      new Promise<Inspect>((resolve) => {
        answer = resolve;
      }),
  });
  const looked = inspector.getState().look(REQUEST);
  await expect.poll(() => client.callsOf("context:inspect").length).toBe(1);
  inspector.getState().close();
  answer(INSPECTED);
  await looked;
  expect(inspector.getState().whole).toBeUndefined();
});

test("where it cannot be allowed, nothing is asked for", async () => {
  const { client, inspector } = begun();
  client.script({ "memory:settings:update": invalid("contextInspectionEnabled", "no") });
  await inspector.getState().allow(REQUEST);
  expect(client.callsOf("context:inspect")).toEqual([]);
});
