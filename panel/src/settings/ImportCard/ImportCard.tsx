import { useRef, useState } from "react";
import { useStore } from "zustand";
import { keepFocus } from "../../memory/keep_focus.ts";
import { useMohen, useNoun, useWords } from "../../mohen.tsx";
import { Button } from "../../parts/Button/Button.tsx";
import { FailureNotice } from "../../parts/FailureNotice/FailureNotice.tsx";
import { Icon } from "../../parts/Icon/Icon.tsx";
import { TextField } from "../../parts/TextField/TextField.tsx";
import { createTransfer, type Imported } from "../../state/transfer.ts";
import { said } from "../words_care.ts";
import style from "./ImportCard.module.css";

/** A memory of any make, brought into the project: looked at first, then taken in. */
export function ImportCard() {
  const say = useWords(said);
  const { place } = useMohen();
  const projectId = useStore(place, (here) => here.projectId);
  const imported = useNoun(createTransfer, (transfer) => transfer.imported);
  const bring = useNoun(createTransfer, (transfer) => transfer.bring);
  const forget = useNoun(createTransfer, (transfer) => transfer.forgetImport);
  const [path, setPath] = useState("");
  const [chosen, setChosen] = useState<string>();
  const [isOver, setOver] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);
  const busy = imported?.state === "loading";
  const foreseen = imported?.state === "ready" && imported.data?.dryRun === true;
  const actions = useRef<HTMLDivElement>(null);

  // A file that was chosen or dropped is only looked at, like a path.
  function look() {
    const file = chooser.current?.files?.[0];
    setPath("");
    setChosen(file?.name);
    forget();
    if (file) void bring(file, true);
  }

  // The button goes with what was foreseen.
  async function bringNow() {
    const back = keepFocus(actions.current);
    await bring(chooser.current?.files?.[0] ?? path.trim(), false);
    back();
  }

  return (
    <form
      className={style.card}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        const { files } = event.dataTransfer;
        if (!chooser.current || files.length === 0) return;
        event.preventDefault();
        chooser.current.files = files;
        look();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy && path.trim() !== "") void bring(path.trim(), true);
      }}
    >
      <h3 className={style.heading}>{say.importTitle}</h3>
      <p className={style.quiet}>{say.importLead}</p>
      {projectId === undefined ? (
        <p>{say.importNeedsProject}</p>
      ) : (
        <>
          <TextField
            label={say.importPath}
            hint={say.importPathHint}
            value={path}
            onChange={(text) => {
              setPath(text);
              setChosen(undefined);
              if (chooser.current) chooser.current.value = "";
              // What was foreseen was of another file.
              forget();
            }}
            spellCheck={false}
          />
          <label className={style.drop} data-over={isOver || undefined}>
            <Icon name="file" />
            <span>{chosen ?? say.importFile}</span>
            <input
              ref={chooser}
              className="visually-hidden"
              type="file"
              aria-label={say.importFile}
              onChange={look}
            />
          </label>
          <div ref={actions} className={style.actions}>
            <Button type="submit" size="small" busy={busy} disabled={path.trim() === ""}>
              {busy ? say.importBusy : say.importLook}
            </Button>
            {foreseen && (
              <Button size="small" kind="primary" onClick={() => void bringNow()}>
                {say.importNow}
              </Button>
            )}
          </div>
        </>
      )}
      <div role="status">{imported?.data && <Told imported={imported.data} />}</div>
      {imported?.state === "failed" && imported.failure && (
        <FailureNotice failure={imported.failure} />
      )}
    </form>
  );
}

function Told({ imported }: { imported: Imported }) {
  const say = useWords(said);
  const { added, rules, repeated, refused, troubles, dryRun } = imported;
  const left = refused.length + troubles.length;
  return (
    <>
      <p>
        {dryRun ? say.importWould(added, rules, repeated) : say.importDid(added, rules, repeated)}
      </p>
      {left > 0 && (
        <>
          <p>{say.importTroubles(left)}</p>
          <ul className={style.troubles}>
            {refused.map((each) => (
              <li key={each.ref}>
                {each.ref}: {each.why}
              </li>
            ))}
            {troubles.map((each) => (
              <li key={`${each.ref} ${each.line}`}>
                {each.ref}
                {each.line > 0 && `:${each.line}`}: {each.why}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
