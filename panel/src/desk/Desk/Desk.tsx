import { type KeyboardEvent, useEffect, useState } from "react";
import { useStore } from "zustand";
import { useMohen, useNoun, useWords } from "../../mohen.tsx";
import { Contained } from "../../parts/Contained/Contained.tsx";
import { createChapters } from "../../state/chapters.ts";
import { createDesk } from "../../state/desk.ts";
import { createProjects } from "../../state/projects.ts";
import { isBusy } from "../../state/run.ts";
import { createRuns } from "../../state/runs.ts";
import { NewProject } from "../NewProject/NewProject.tsx";
import { NoProject } from "../NoProject/NoProject.tsx";
import { SkillFinder } from "../SkillFinder/SkillFinder.tsx";
import { said } from "../words.ts";
import { Assistant } from "./Assistant.tsx";
import { ChapterPane } from "./ChapterPane.tsx";
import style from "./Desk.module.css";
import { Panes } from "./Panes.tsx";
import { StatusPane } from "./StatusPane.tsx";
import { TextPane } from "./TextPane.tsx";
import { useSkills } from "./use_skills.ts";

export interface DeskProps {
  onLoadSample?: (() => void) | undefined;
  /** Where a model can be named. */
  onSettings?: (() => void) | undefined;
}

/** Where one writes with the AI: chapters, the text, and what the AI offers. */
export function Desk(props: DeskProps) {
  const projectId = useStore(useMohen().place, (place) => place.projectId);
  return projectId === undefined ? <EmptyDesk {...props} /> : <LaidDesk {...props} />;
}

function EmptyDesk({ onLoadSample }: DeskProps) {
  const { place } = useMohen();
  const known = useNoun(createProjects, (projects) => projects.list.data);
  const create = useNoun(createProjects, (projects) => projects.create);
  const awaitText = useNoun(createDesk, (desk) => desk.awaitText);
  const [making, setMaking] = useState(false);
  return (
    <>
      <NoProject
        projects={known?.map((each) => each.projectId) ?? []}
        onEnter={place.getState().enter}
        onNew={() => setMaking(true)}
        onLoadSample={onLoadSample}
      />
      <NewProject
        open={making}
        onClose={() => setMaking(false)}
        onCreate={async (name, folder) => {
          awaitText(true);
          const refused = await create(name, folder);
          if (refused) awaitText(false);
          return refused;
        }}
      />
    </>
  );
}

function LaidDesk({ onSettings }: DeskProps) {
  const say = useWords(said);
  const { pane, sides } = useNoun(createDesk, (desk) => desk);
  const cancel = useNoun(createRuns, (runs) => runs.cancel);
  const busy = useNoun(createRuns, (runs) => isBusy(runs.runs));
  const skills = useSkills();
  const [finding, setFinding] = useState(false);
  useLeaving();

  function press(event: KeyboardEvent) {
    if (event.defaultPrevented || event.nativeEvent.isComposing) return;
    const isMod = event.ctrlKey || event.metaKey;
    // In a dialog it closes that, and no more.
    const isInDialog = (event.target as Element).closest("dialog") !== null;
    if (event.key === "Escape" && busy && !isInDialog) void cancel();
    else if (isMod && event.key === "Enter") skills.runLast();
    else if (isMod && event.key.toLowerCase() === "k") setFinding(true);
    else return;
    event.preventDefault();
  }

  return (
    <div className={style.frame}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: shortcuts of everything within */}
      <div
        className={style.desk}
        data-pane={pane}
        data-chapters={sides.chapters}
        data-assistant={sides.assistant}
        onKeyDown={press}
      >
        <Panes />
        <aside className={style.chapters} aria-label={say.chapters}>
          <Contained broken={say.brokenPart}>
            <ChapterPane />
          </Contained>
        </aside>
        <section className={style.text} aria-label={say.text}>
          <TextPane onRun={skills.runLast} onCommands={() => setFinding(true)} />
        </section>
        <aside className={style.assistant} aria-label={say.assistant}>
          <Contained broken={say.brokenPart}>
            <Assistant skills={skills} onSettings={onSettings} />
          </Contained>
        </aside>
        <div className={style.status}>
          <Contained broken={say.brokenPart}>
            <StatusPane onSettings={onSettings} />
          </Contained>
        </div>
        <SkillFinder
          open={finding}
          skills={skills.list}
          hindrance={skills.hindrance}
          onRun={skills.run}
          onClose={() => setFinding(false)}
        />
      </div>
    </div>
  );
}

/** What is unsaved or unanswered goes out before the page does. */
function useLeaving() {
  const leave = useNoun(createDesk, (desk) => desk.leave);
  const save = useNoun(createChapters, (chapters) => chapters.save);
  useEffect(() => {
    addEventListener("pagehide", leave);
    return () => {
      removeEventListener("pagehide", leave);
      void save(); // from the next view on nobody waits for the page to go
    };
  }, [leave, save]);
}
