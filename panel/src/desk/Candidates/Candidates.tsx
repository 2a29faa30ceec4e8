import { useId, useRef, useState } from "react";
import type { Failure } from "../../channels/client.ts";
import type { Ranked, StoryFinding } from "../../channels/generated.ts";
import { useLanguage, useWords } from "../../mohen.tsx";
import { Button } from "../../parts/Button/Button.tsx";
import { Dialog } from "../../parts/Dialog/Dialog.tsx";
import { Switch } from "../../parts/Switch/Switch.tsx";
import { Tabs, tabId } from "../../parts/Tabs/Tabs.tsx";
import type { CandidateState } from "../../state/run.ts";
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
  /** How it stands with each; those that are not named are done. */
  states?: readonly CandidateState[];
  /** What kept one of them from being written. */
  failures?: readonly (Failure | undefined)[];
  /** What one of them would replace; empty: it would be put in. */
  before?: string;
  /** Which of those that were asked for each is, where some came to nothing. */
  places?: readonly number[] | undefined;
  /** Some are still being written: it is too early to refuse them all. */
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
  const many = candidates.length > 1;
  const say = useWords(said);
  const [comparing, setComparing] = useState(false);
  const [marked, setMarked] = useState(true);
  // Kept here, so that looking at another one in between costs no word.
  const [edits, setEdits] = useState<Edits>({});
  const isRewriting = before !== "" && !report;
  const edit = (place: number, text: string | undefined) =>
    setEdits((before) => ({ ...before, [place]: text }));
  const shared = { ...props, marked: isRewriting && marked, edits, onEdit: edit };
  const accept = (index: number, text?: string) => {
    setComparing(false);
    props.onAccept(index, text);
  };
  return (
    <section className={style.candidates} aria-label={say.candidates} aria-busy={writing}>
      {isRewriting && <Switch label={say.differences} checked={marked} onChange={setMarked} />}
      <Sheaf {...shared} />
      {(many || !writing) && (
        <div className={style.below}>
          {!writing && (
            <Button size="small" onClick={props.onReject}>
              {report ? say.notUseful : say.rejectAll}
            </Button>
          )}
          {many && (
            <span className={style.compare}>
              <Button size="small" kind="quiet" icon="split" onClick={() => setComparing(true)}>
                {say.sideBySide}
              </Button>
            </span>
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

/** What the author is making of each, by its place among those that were asked for. */
type Edits = Readonly<Record<number, string | undefined>>;

interface SheafProps extends CandidatesProps {
  marked: boolean;
  edits: Edits;
  onEdit(place: number, text: string | undefined): void;
}

/** All of them, as the room allows. */
function Sheaf({ edits, onEdit, ...props }: SheafProps) {
  const { candidates, states = [], places } = props;
  const placeOf = (index: number) => places?.[index] ?? index;
  const say = useWords(said);
  const language = useLanguage();
  const id = useId();
  const sheaf = useRef<HTMLDivElement>(null);
  const roomy = useRoomy(sheaf, candidates.length);
  const [chosen, setChosen] = useState<number>();
  const at = candidates.findIndex((_, index) => placeOf(index) === chosen);
  // Nobody has to be shown first what there is nothing of.
  const first = candidates.findIndex((_, index) => states[index] !== "nothing");
  const shown = Math.max(0, at === -1 ? first : at);
  const named = (index: number) => say.candidate(count(index + 1, language));
  const likeliest = props.taste?.candidates.find((each) => each.rank === 1)?.index;
  const tab = (index: number) => {
    const name = say.tab(count(index + 1, language));
    if (index === likeliest) return say.likely(name);
    const state = states[index] ?? "done";
    return state === "done" ? name : `${name} · ${say[`state_${state}`]}`;
  };
  const one = (index: number) => (
    <Candidate
      {...props}
      key={placeOf(index)}
      index={index}
      name={named(index)}
      text={candidates[index] ?? ""}
      state={states[index] ?? "done"}
      edited={edits[placeOf(index)]}
      onEdit={(text) => onEdit(placeOf(index), text)}
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
            onChange={(value) => setChosen(placeOf(Number(value)))}
          />
          <div id={id} role="tabpanel" aria-labelledby={tabId(id, String(shown))}>
            {one(shown)}
          </div>
        </>
      )}
    </div>
  );
}
