import { useId, useRef, useState } from "react";
import type { Ranked, StoryFinding } from "../../channels/generated.ts";
import { useLanguage, useWords } from "../../mohen.tsx";
import { Button } from "../../parts/Button/Button.tsx";
import { Dialog } from "../../parts/Dialog/Dialog.tsx";
import { Switch } from "../../parts/Switch/Switch.tsx";
import { Tabs, tabId } from "../../parts/Tabs/Tabs.tsx";
import { count } from "../../words/index.ts";
import { said } from "../words_runs.ts";
import { Candidate } from "./Candidate.tsx";
import style from "./Candidates.module.css";
import { useRoomy } from "./roomy.ts";

export interface Reading {
  readonly findings: readonly StoryFinding[];
  readonly additions: readonly string[];
}

export interface CandidatesProps {
  candidates: readonly string[];
  /** What one of them would replace; empty: it would be put in. */
  before?: string;
  /** Still being written: nothing can be done with them yet. */
  writing?: boolean;
  /** There is a place in the text where one can be put. */
  placeable?: boolean;
  /** They are a reading of the text, not text. */
  report?: boolean;
  /** What a reading found, and what a model added to it in each. */
  reading?: Reading | undefined;
  /** How likely the author takes each, where that has proven itself: the likeliest is marked. */
  taste?: Ranked | undefined;
  onAccept(index: number, text?: string): void;
  onCopy(index: number): void;
  onReject(): void;
}

/** What was written, to choose from: side by side where there is room, else one at a time. */
export function Candidates(props: CandidatesProps) {
  const { candidates, before = "", writing = false, report = false } = props;
  const say = useWords(said);
  const [comparing, setComparing] = useState(false);
  const [marked, setMarked] = useState(true);
  // Kept here, so that looking at another one in between costs no word.
  const [edits, setEdits] = useState<Edits>({});
  const isRewriting = before !== "" && !writing && !report;
  const edit = (index: number, text: string | undefined) =>
    setEdits((before) => ({ ...before, [index]: text }));
  const shared = { ...props, marked: isRewriting && marked, edits, onEdit: edit };
  const accept = (index: number, text?: string) => {
    setComparing(false);
    props.onAccept(index, text);
  };
  return (
    <section className={style.candidates} aria-label={say.candidates} aria-busy={writing}>
      {isRewriting && <Switch label={say.differences} checked={marked} onChange={setMarked} />}
      <Sheaf {...shared} />
      {!writing && (
        <div className={style.below}>
          <Button size="small" onClick={props.onReject}>
            {report ? say.notUseful : say.rejectAll}
          </Button>
          {candidates.length > 1 && (
            <Button size="small" kind="quiet" icon="split" onClick={() => setComparing(true)}>
              {say.sideBySide}
            </Button>
          )}
        </div>
      )}
      <Dialog open={comparing} wide title={say.candidates} onClose={() => setComparing(false)}>
        <div className={style.wide}>
          <Sheaf {...shared} onAccept={accept} />
        </div>
      </Dialog>
    </section>
  );
}

/** What the author is making of each, by its place. */
type Edits = Readonly<Record<number, string | undefined>>;

interface SheafProps extends CandidatesProps {
  marked: boolean;
  edits: Edits;
  onEdit(index: number, text: string | undefined): void;
}

/** All of them, as the room allows. */
function Sheaf({ edits, onEdit, ...props }: SheafProps) {
  const { candidates, writing = false } = props;
  const say = useWords(said);
  const language = useLanguage();
  const id = useId();
  const sheaf = useRef<HTMLDivElement>(null);
  const roomy = useRoomy(sheaf);
  const [chosen, setChosen] = useState<number>();
  const newest = candidates.length - 1;
  const shown = Math.min(chosen ?? (writing ? newest : 0), newest); // one follows what is written
  const named = (index: number) => say.candidate(count(index + 1, language));
  const likeliest = props.taste?.candidates.find((each) => each.rank === 1)?.index;
  const tab = (index: number) => (index === likeliest ? say.likely(named(index)) : named(index));
  const one = (index: number) => (
    <Candidate
      {...props}
      key={index}
      index={index}
      name={named(index)}
      text={candidates[index] ?? ""}
      edited={edits[index]}
      onEdit={(text) => onEdit(index, text)}
    />
  );
  if (candidates.length < 2) {
    return <div ref={sheaf}>{candidates.length === 1 && one(0)}</div>;
  }
  return (
    <div ref={sheaf} className={style.sheaf} data-roomy={roomy}>
      {roomy ? (
        candidates.map((_, index) => one(index))
      ) : (
        <>
          <Tabs
            label={say.candidates}
            panelId={id}
            items={candidates.map((_, index) => ({ id: String(index), label: tab(index) }))}
            value={String(shown)}
            onChange={(value) => setChosen(Number(value))}
          />
          <div id={id} role="tabpanel" aria-labelledby={tabId(id, String(shown))}>
            {one(shown)}
          </div>
        </>
      )}
    </div>
  );
}
