import { type FormEvent, useRef, useState } from "react";
import type { Failure } from "../../channels/client.ts";
import type { ChapterItem } from "../../channels/generated.ts";
import { useLanguage, useWords } from "../../mohen.tsx";
import { Button } from "../../parts/Button/Button.tsx";
import { FailureNotice } from "../../parts/FailureNotice/FailureNotice.tsx";
import { IconButton } from "../../parts/IconButton/IconButton.tsx";
import { TextField } from "../../parts/TextField/TextField.tsx";
import { count, type Language } from "../../words/index.ts";
import { said } from "../words.ts";
import style from "./Chapters.module.css";

export interface ChaptersProps {
  items: readonly ChapterItem[];
  /** The one on the desk. */
  open?: string | undefined;
  /** The one on its way there. */
  opening?: string | undefined;
  onOpen(ref: string): void;
  /** Answers what stood in the way. */
  onCreate(title: string): Promise<Failure | undefined>;
}

export function Chapters({ items, open, opening, onOpen, onCreate }: ChaptersProps) {
  const say = useWords(said);
  const [making, setMaking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const nav = useRef<HTMLElement>(null);
  const done = () => {
    setMaking(false);
    // The form goes, and the field that had the focus; unless one is in the new chapter already.
    if (nav.current?.contains(document.activeElement)) button.current?.focus();
  };
  return (
    <nav ref={nav} className={style.chapters} aria-label={say.chapters}>
      <div className={style.head}>
        <h2 className={style.title}>{say.chapters}</h2>
        <IconButton
          ref={button}
          label={say.newChapter}
          icon="plus"
          size="small"
          aria-expanded={making}
          onClick={() => setMaking(!making)}
        />
      </div>
      {making && <NewChapter onCreate={onCreate} onDone={done} />}
      {items.length === 0 && !making && (
        <div className={style.none}>
          <p>{say.noChapters}</p>
          <Button size="small" onClick={() => setMaking(true)}>
            {say.noChaptersText}
          </Button>
        </div>
      )}
      <ol className={style.list}>
        {items.map((each) => (
          <li key={each.ref}>
            <Entry
              item={each}
              isOpen={each.ref === open}
              isOpening={each.ref === opening}
              onOpen={onOpen}
            />
          </li>
        ))}
      </ol>
    </nav>
  );
}

interface EntryProps {
  item: ChapterItem;
  isOpen: boolean;
  isOpening: boolean;
  onOpen(ref: string): void;
}

function Entry({ item, isOpen, isOpening, onOpen }: EntryProps) {
  const say = useWords(said);
  const language = useLanguage();
  return (
    <button
      type="button"
      className={style.entry}
      aria-current={isOpen ? "page" : undefined}
      aria-busy={isOpening || undefined}
      disabled={item.trouble !== undefined}
      title={item.ref}
      onClick={() => onOpen(item.ref)}
    >
      <span className={style.name}>{item.title}</span>
      <span className={style.size}>
        {item.trouble ? say.unreadable : lengthOf(item, say, language)}
      </span>
    </button>
  );
}

/** The same number as in the line below the desk. */
function lengthOf(
  { words, ideographic, chars }: ChapterItem,
  say: (typeof said)["zh"],
  language: Language,
) {
  const number = count(words ?? chars, language);
  return words !== undefined && !ideographic ? say.words(number) : say.chars(number);
}

interface NewChapterProps {
  onCreate: ChaptersProps["onCreate"];
  onDone(): void;
}

function NewChapter({ onCreate, onDone }: NewChapterProps) {
  const say = useWords(said);
  const [title, setTitle] = useState("");
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (title.trim() === "" || busy) return;
    setBusy(true);
    const refused = await onCreate(title.trim());
    setBusy(false);
    setFailure(refused);
    if (!refused) onDone();
  }

  return (
    <form
      className={style.form}
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.nativeEvent.isComposing) return;
        event.stopPropagation();
        onDone();
      }}
    >
      <TextField
        label={say.chapterTitle}
        value={title}
        onChange={setTitle}
        maxLength={120}
        autoFocus
      />
      {failure && <FailureNotice failure={failure} />}
      <div className={style.actions}>
        <Button size="small" onClick={onDone}>
          {say.cancel}
        </Button>
        <Button
          kind="primary"
          size="small"
          type="submit"
          busy={busy}
          disabled={title.trim() === ""}
        >
          {say.createProject}
        </Button>
      </div>
    </form>
  );
}
