import { useState } from "react";
import { useWords } from "../../mohen.tsx";
import { TextField } from "../../parts/TextField/TextField.tsx";
import { SaveActions } from "../SaveActions/SaveActions.tsx";
import { said } from "../words.ts";
import style from "./Names.module.css";

export interface NamesProps {
  names: readonly string[];
  busy: boolean;
  onSave(names: string[]): Promise<boolean>;
}

/** A list that is written as one text and saved as a whole: half a name is nobody's. */
export function Names({ names, busy, onSave }: NamesProps) {
  const say = useWords(said);
  const kept = names.join("\n");
  // Undefined: untouched. A refusal leaves it as written.
  const [touched, setText] = useState<string>();
  const text = touched ?? kept;
  const written = listed(text);
  const changed = written.join("\n") !== kept;
  return (
    <form
      className={style.names}
      onSubmit={(event) => {
        event.preventDefault();
        void onSave(written).then((taken) => taken && setText(undefined));
      }}
    >
      <TextField
        label={say.names}
        hint={
          written.length > 0 ? `${say.namesHint}${say.namesCount(written.length)}` : say.namesHint
        }
        value={text}
        onChange={setText}
        multiline
        rows={3}
        spellCheck={false}
      />
      {(changed || busy) && (
        <SaveActions label={say.namesSave} busy={busy} onDiscard={() => setText(undefined)} />
      )}
    </form>
  );
}

/** One to a line; those who write them with commas are understood too. */
export function listed(text: string): string[] {
  const names = text.split(/[\n,，、;；]/u).map((name) => name.trim());
  return [...new Set(names.filter(Boolean))];
}
