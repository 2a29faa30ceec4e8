// How the panel's stories are told: each on a memory of its own.
import { screen, userEvent, within } from "storybook/test";
import type { Script } from "../../channels/scripted.ts";
import { PROJECT, sampleRules } from "../sample_rules.ts";
import { type Beginning, scriptedMemory } from "../scripted_memory.ts";

const HOUR_MS = 3_600_000;
export const now = Date.now();
export const lived: Beginning = {
  rules: sampleRules(now),
  episodes: 128,
  pending: 12,
  lastDistilledAt: now - 5 * HOUR_MS,
};

/** A story with a memory of its own, which begins anew at every telling. */
export function told(given: Beginning, more: Script = {}, parameters: object = {}) {
  const memory = scriptedMemory(given, more);
  return {
    memory,
    story: {
      parameters: {
        mohen: {
          client: memory.client,
          projectId: PROJECT,
          language: "zh",
          bare: true,
          ...parameters,
        },
      },
      beforeEach: () => memory.begin(),
    },
  };
}

/** A rule's row, opened into its card. */
export const card = async (text: string) => {
  const found = await screen.findByText(text, { selector: "[data-head] > span" });
  const row = found.closest("article") as HTMLElement;
  if (!row.dataset.open) await press(row.querySelector("[data-head]") as HTMLElement);
  return within(row);
};

export const button = (name: string | RegExp) => screen.findByRole("button", { name });

/** As one does by hand: what is pressed is in sight, and the page stands still. */
export const press = async (target: HTMLElement) => {
  target.scrollIntoView({ block: "center" });
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  await userEvent.click(target);
};
