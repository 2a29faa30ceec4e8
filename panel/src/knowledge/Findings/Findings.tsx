import { useEffect, useRef, useState } from "react";
import type { Evidence } from "../../channels/generated.ts";
import { useLanguage, useWords } from "../../mohen.tsx";
import { Badge } from "../../parts/Badge/Badge.tsx";
import { Button } from "../../parts/Button/Button.tsx";
import { EmptyState } from "../../parts/EmptyState/EmptyState.tsx";
import { Notice } from "../../parts/Notice/Notice.tsx";
import { TextField } from "../../parts/TextField/TextField.tsx";
import type { Check, Finding } from "../../state/findings.ts";
import noted from "../Noted.module.css";
import { said } from "../words_findings.ts";
import style from "./Findings.module.css";

export interface FindingsProps {
  check: Check;
  /** Findings with a change on its way. */
  busy?: ReadonlySet<string>;
  onExempt(id: string, reason: string): void;
  onUnexempt(id: string): void;
  onCheck(): void;
  /** Go to where it is written. */
  onOpen?(place: Evidence): void;
}

// What the server calls the one reader that is no file.
const MODEL = "model";

/** What contradicts itself in the story, each with every place that says so. */
export function Findings({ check, onCheck, ...rest }: FindingsProps) {
  const say = useWords(said);
  const { findings, checked, warnings } = check;
  const meant = findings.filter(({ intentional }) => intentional);
  const open = findings.filter(({ intentional }) => !intentional);
  const again = (
    <Button size="small" icon="refresh" onClick={onCheck}>
      {say.checkAgain}
    </Button>
  );
  const files = warnings.filter(({ ref }) => ref !== MODEL);
  const refs = files.map(({ ref, code }) => ref || code).join(", ");
  return (
    <div className={style.findings}>
      {files.length > 0 && <Notice tone="warning">{say.couldNotRead(refs)}</Notice>}
      {files.length < warnings.length && <Notice tone="info">{say.withoutModel}</Notice>}
      {findings.length === 0 ? (
        <EmptyState icon="check" title={say.checkNone} actions={again}>
          {say.checkedMore(checked.chapters, checked.states)}
        </EmptyState>
      ) : (
        <>
          <div className={style.head}>
            <p role="status">
              {say.checkMany(findings.length)} {meant.length > 0 && say.checkMeant(meant.length)}{" "}
              <span className={noted.quiet}>
                {say.checkedMore(checked.chapters, checked.states)}
              </span>
            </p>
            {again}
          </div>
          <ul>
            {[...open, ...meant].map((finding) => (
              <One key={finding.id} finding={finding} {...rest} />
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

type OneProps = Omit<FindingsProps, "check" | "onCheck"> & { finding: Finding };

function One({ finding, busy, onExempt, onUnexempt, onOpen }: OneProps) {
  const say = useWords(said);
  const language = useLanguage();
  const [asking, setAsking] = useState(false);
  const [reason, setReason] = useState("");
  const { id, kind, severity, message, evidence, intentional } = finding;
  const waiting = busy?.has(id) ?? false;
  const one = useRef<HTMLLIElement>(null);
  const pressed = useRef(false);
  // What was pressed goes by what it did: what has come in its place takes the focus.
  useEffect(() => {
    if (intentional) setAsking(false);
    if (!pressed.current || (asking && !intentional)) return;
    pressed.current = false;
    if (document.activeElement !== document.body) return;
    one.current?.querySelector<HTMLElement>(":scope > button")?.focus();
  }, [asking, intentional]);
  return (
    <li ref={one} className={noted.one} data-intentional={intentional} data-severity={severity}>
      <p className={style.marks}>
        <Badge>{say[`kind_${kind}`]}</Badge>
        <Badge tone={severity === "high" ? "danger" : "warning"}>
          {say[`severity_${severity}`]}
        </Badge>
        {intentional && (
          <Badge tone="success" icon="check">
            {say.meantMark}
          </Badge>
        )}
      </p>
      <h3 className={style.message}>{message[language]}</h3>
      {evidence.map((place) => (
        <figure key={`${place.ref} ${place.firstLine} ${place.excerpt}`} className={noted.quote}>
          {place.excerpt && <blockquote>{place.excerpt}</blockquote>}
          <figcaption className={style.place}>
            {place.firstLine > 0 ? say.place(place.ref, String(place.firstLine)) : place.ref}
            {onOpen && place.ref && (
              <Button size="small" kind="quiet" onClick={() => onOpen(place)}>
                {say.openPlace}
              </Button>
            )}
          </figcaption>
        </figure>
      ))}
      {intentional && finding.reason && (
        <p className={noted.quiet}>{say.meantBecause(finding.reason)}</p>
      )}
      {intentional ? (
        <Button size="small" busy={waiting} onClick={() => onUnexempt(id)}>
          {say.notMeant}
        </Button>
      ) : asking ? (
        <form
          className={style.reason}
          onSubmit={(event) => {
            event.preventDefault();
            pressed.current = true;
            onExempt(id, reason.trim());
          }}
        >
          <TextField
            label={say.meantWhy}
            value={reason}
            onChange={setReason}
            autoFocus
            maxLength={500}
          />
          <Button kind="primary" size="small" type="submit" busy={waiting}>
            {say.meant}
          </Button>
          <Button
            size="small"
            kind="quiet"
            onClick={() => {
              pressed.current = true;
              setAsking(false);
            }}
          >
            {say.cancel}
          </Button>
        </form>
      ) : (
        <Button size="small" onClick={() => setAsking(true)}>
          {say.meant}
        </Button>
      )}
    </li>
  );
}
