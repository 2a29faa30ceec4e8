import { expect, test } from "vitest";
import { Failure } from "../../channels/client.ts";
import { createMohen } from "../../mohen.tsx";
import { standing } from "../../parts/standing.tsx";
import { settled } from "../memory_story.tsx";
import { PROJECT, sampleWatched } from "../sample_rules.ts";
import { scriptedMemory } from "../scripted_memory.ts";
import { Watching } from "./Watching.tsx";

test("each says how far it is; of the global view there is none", async () => {
  const { client } = scriptedMemory({ watched: sampleWatched() });
  const mohen = createMohen({ client, projectId: PROJECT, language: "zh" });
  const screen = await standing(<Watching />, mohen);
  const short = screen.getByRole("meter", { name: "动作场景偏好短句" });
  await expect.element(short).toHaveAttribute("aria-valuenow", "0.65");
  mohen.place.getState().look("global");
  await expect.element(screen.getByRole("meter").first()).not.toBeInTheDocument();
});

test("what cannot be read is no trouble of the author's", async () => {
  const broken = new Failure({ code: "DB_ERROR", message: "no", retryable: true });
  const { client } = scriptedMemory({}, { "memory:learning:watching": broken });
  const mohen = createMohen({ client, projectId: PROJECT, language: "zh" });
  const screen = await standing(<Watching />, mohen);
  await settled();
  expect(screen.container.textContent).toBe("");
});
