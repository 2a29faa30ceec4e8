import { useStore } from "zustand";
import { useLanguage, useMohen, useNoun, useWords } from "../../mohen.tsx";
import { Button } from "../../parts/Button/Button.tsx";
import { EmptyState } from "../../parts/EmptyState/EmptyState.tsx";
import { FailureNotice } from "../../parts/FailureNotice/FailureNotice.tsx";
import { explain } from "../../parts/FailureNotice/failures.ts";
import { IconButton } from "../../parts/IconButton/IconButton.tsx";
import { Spinner } from "../../parts/Spinner/Spinner.tsx";
import { createChapters } from "../../state/chapters.ts";
import { createDesk } from "../../state/desk.ts";
import { placesHere } from "../../state/drafts.ts";
import { createProjects } from "../../state/projects.ts";
import { documentOf } from "../../state/runs.ts";
import { Editor } from "../Editor/Editor.tsx";
import { SaveState } from "../SaveState/SaveState.tsx";
import { SaveTrouble } from "../SaveTrouble/SaveTrouble.tsx";
import { said } from "../words.ts";
import style from "./TextPane.module.css";

export interface TextPaneProps {
  onRun(): void;
  onCommands(): void;
}

/** The chapter that lies open, and how it stands with its file. */
export function TextPane({ onRun, onCommands }: TextPaneProps) {
  const say = useWords(said);
  const chapters = useNoun(createChapters, (it) => it);
  const { attach, select, marksMoved } = useNoun(createDesk, (desk) => desk);
  const { open } = chapters;
  if (!open) return <NothingOpen />;
  return (
    <div className={style.pane}>
      <Header title={open.title} />
      <SaveTrouble
        mine={open.text}
        theirs={chapters.theirs?.text}
        failure={chapters.failure}
        restored={chapters.restored}
        onKeepMine={() => void chapters.keepMine()}
        onTakeTheirs={chapters.takeTheirs}
        onSaveAsNew={() => void chapters.saveAsNew()}
        onRetry={() => void chapters.save()}
        onDismiss={chapters.noticed}
      />
      <div className={style.editor}>
        <Editor
          documentId={documentOf(open)}
          text={open.text}
          revision={open.revision}
          label={say.editorLabel(open.title)}
          placeholder={say.placeholder}
          places={placesHere}
          onChange={chapters.edited}
          onBlur={() => void chapters.save()}
          onReady={attach}
          onSelect={select}
          onMarks={marksMoved}
          onRun={onRun}
          onCommands={onCommands}
        />
      </div>
    </div>
  );
}

function Header({ title }: { title: string }) {
  const say = useWords(said);
  const saving = useNoun(createChapters, (chapters) => chapters.saving);
  const { sides, toggle } = useNoun(createDesk, (desk) => desk);
  return (
    <header className={style.header}>
      <span className={style.side}>
        <IconButton
          label={sides.chapters ? say.hideChapters : say.showChapters}
          icon="list"
          size="small"
          aria-expanded={sides.chapters}
          onClick={() => toggle("chapters")}
        />
      </span>
      <h2 className={style.title}>{title}</h2>
      <SaveState saving={saving} />
      <span className={style.side}>
        <IconButton
          label={sides.assistant ? say.hideAssistant : say.showAssistant}
          icon="sparkle"
          size="small"
          aria-expanded={sides.assistant}
          onClick={() => toggle("assistant")}
        />
      </span>
    </header>
  );
}

/** No chapter lies open: because it is on its way, cannot be opened, or there is none. */
function NothingOpen() {
  const say = useWords(said);
  const { list, homeless, opening, failure, reload } = useNoun(createChapters, (it) => it);
  const turnTo = useNoun(createDesk, (desk) => desk.turnTo);
  if (homeless) return <Homeless which={homeless} />;
  if (opening !== undefined || !list.data) {
    return failure || list.state === "failed" ? null : <Spinner label={say.openingChapter} />;
  }
  if (failure) return <FailureNotice failure={failure} onRetry={() => void reload()} />;
  return (
    <EmptyState
      icon="file"
      title={say.noChapters}
      actions={<Button onClick={() => turnTo("chapters")}>{say.showChapters}</Button>}
    >
      {say.noChaptersText}
    </EmptyState>
  );
}

function Homeless({ which }: { which: "none" | "missing" }) {
  const say = useWords(said);
  const language = useLanguage();
  const { place, toasts } = useMohen();
  const projectId = useStore(place, (it) => it.projectId);
  const reload = useNoun(createChapters, (chapters) => chapters.reload);
  const create = useNoun(createProjects, (projects) => projects.create);

  async function settleDown() {
    if (projectId === undefined) return;
    const failure = await create(projectId);
    if (failure) toasts.getState().show({ tone: "danger", text: explain(failure, language).title });
    else await reload();
  }

  return which === "none" ? (
    <EmptyState
      icon="folder"
      title={say.noFolder}
      actions={
        <Button kind="primary" onClick={() => void settleDown()}>
          {say.makeFolder}
        </Button>
      }
    >
      {say.noFolderText}
    </EmptyState>
  ) : (
    <EmptyState
      icon="folder"
      title={say.missingFolder}
      actions={<Button onClick={() => void reload()}>{say.retry}</Button>}
    >
      {say.missingFolderText}
    </EmptyState>
  );
}
