// What the stories of this room have in common: a memory of their own, and a place for toasts.
import type { Decorator } from "@storybook/react-vite";
import type { Script } from "../channels/scripted.ts";
import { Toasts } from "../parts/Toasts/Toasts.tsx";
import { PROJECT } from "./sample_rules.ts";
import { type Beginning, scriptedMemory } from "./scripted_memory.ts";

export const withToasts: Decorator = (Story) => (
  <>
    <Story />
    <Toasts />
  </>
);

/** A memory, and the part of a story that stands on it: it begins anew at every telling. */
export function remembering(given: Beginning, more: Script = {}, parameters: object = {}) {
  const memory = scriptedMemory(given, more);
  const mohen = { client: memory.client, projectId: PROJECT, language: "zh", ...parameters };
  const story = {
    parameters: { mohen },
    beforeEach: () => {
      memory.begin();
      memory.client.setLink("live");
      memory.client.degrade();
      memory.client.script(more);
    },
  };
  return { memory, story };
}

/** What was said has been heard and drawn: for stories in which nothing may appear. */
export async function settled(): Promise<void> {
  for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame);
}
