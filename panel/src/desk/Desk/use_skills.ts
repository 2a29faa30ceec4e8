import { useCallback, useSyncExternalStore } from "react";
import type { ListedSkill } from "../../channels/generated.ts";
import { useMohen, useNoun, useWords } from "../../mohen.tsx";
import { createDesk } from "../../state/desk.ts";
import { isBusy, paragraph, targetOf } from "../../state/run.ts";
import { createRuns } from "../../state/runs.ts";
import { createSkills } from "../../state/skills.ts";
import { lengthOf } from "../StatusBar/length.ts";
import { said } from "../words_runs.ts";
import { type Said as Counted, said as lengths } from "../words_why.ts";

export interface SkillsHere {
  list: readonly ListedSkill[];
  /** What a skill of the selection would work on, in words. */
  worksOn: string;
  /** Why one cannot be run as things stand. */
  hindrance(skill: ListedSkill): string | undefined;
  run(skill: ListedSkill): void;
  /** The one that was run last, else what one most likely wants: polish what is selected, or
   * write on. */
  runLast(): void;
}

/** The skills, and what they would do where the author stands. */
export function useSkills(): SkillsHere {
  const say = useWords(said);
  const counted = useWords(lengths);
  const isLive = useIsLive();
  const { toasts } = useMohen();
  const { list, instruction, scene, candidates, last } = useNoun(createSkills, (it) => it);
  const { manuscript, selection, selected } = useNoun(createDesk, (desk) => desk);
  const turnTo = useNoun(createDesk, (desk) => desk.turnTo);
  const start = useNoun(createRuns, (runs) => runs.run);
  const busy = useNoun(createRuns, (runs) => isBusy(runs.runs));
  const items = list.data ?? [];

  function hindrance(skill: ListedSkill): string | undefined {
    if (!manuscript) return say.noTextReason;
    if (!isLive) return say.unreachableReason;
    if (busy) return say.busyReason;
    return targetOf(skill, manuscript) ? undefined : say.noTarget;
  }

  function run(skill: ListedSkill): void {
    const reason = hindrance(skill);
    if (reason !== undefined) {
      toasts.getState().show({ tone: "info", text: reason });
      return;
    }
    turnTo("assistant");
    void start({ skill, instruction, sceneType: scene, candidates });
  }

  function runLast(): void {
    const sound = items.filter((each) => each.status === "ok");
    const usual = last ?? (selected > 0 ? "polish" : "continue");
    const skill = sound.find((each) => each.id === usual) ?? sound[0];
    if (skill) run(skill);
  }

  const worksOn =
    manuscript && selected > 0
      ? say.worksOnSelection(lengthIn(manuscript.read(selection), counted))
      : manuscript && !atText(manuscript.text(), selection.to)
        ? say.worksAtCursor
        : say.worksOnParagraph;
  return { list: items, worksOn, hindrance, run, runLast };
}

/** Whether the line of the cursor has something in it. */
function atText(text: string, at: number): boolean {
  const { from, to } = paragraph(text, at);
  return text.slice(from, to).trim() !== "";
}

/** The same number as in the line below the desk. */
function lengthIn(text: string, say: Counted): string {
  const { words, characters, ideographic } = lengthOf(text);
  const number = words || characters; // a lone dash is something too
  return ideographic ? say.lengthCharacters(number) : say.lengthWords(number);
}

function useIsLive(): boolean {
  const { client } = useMohen();
  const hear = useCallback((change: () => void) => client.onLink(change), [client]);
  return useSyncExternalStore(hear, () => client.link === "live" || client.link === "connecting");
}
