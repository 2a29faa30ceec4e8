import { useState } from "react";
import type { Rule } from "../../channels/generated.ts";
import { useWords } from "../../mohen.tsx";
import { Button } from "../../parts/Button/Button.tsx";
import { Dialog } from "../../parts/Dialog/Dialog.tsx";
import { said } from "../words.ts";
import { said as rows } from "../words_rows.ts";
import style from "./BulkBar.module.css";

export interface BulkBarProps {
  /** Those that something is to be done to. */
  chosen: readonly Rule[];
  /** How many there are to choose from. */
  all: number;
  onAll(yes: boolean): void;
  onConfirm(rules: readonly Rule[]): void;
  onDelete(rules: readonly Rule[]): void;
}

/** What can be done to several rules at once. */
export function BulkBar({ chosen, all, onAll, onConfirm, onDelete }: BulkBarProps) {
  const say = useWords(said);
  const row = useWords(rows);
  const [asking, setAsking] = useState(false);
  const some = chosen.length > 0;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div className={style.bar} role="group" aria-label={row.several}>
      <label className={style.all}>
        <input
          type="checkbox"
          checked={some && chosen.length === all}
          ref={(box) => {
            if (box) box.indeterminate = some && chosen.length < all;
          }}
          onChange={(event) => onAll(event.currentTarget.checked)}
        />
        {some ? row.chosen(chosen.length) : row.chooseAll}
      </label>
      <span className="visually-hidden" role="status">
        {some && row.chosen(chosen.length)}
      </span>
      {some && (
        <>
          <Button
            size="small"
            icon="check"
            onClick={() => {
              onConfirm(chosen);
              onAll(false);
            }}
          >
            {say.confirm}
          </Button>
          <Button size="small" icon="trash" onClick={() => setAsking(true)}>
            {say.remove}
          </Button>
        </>
      )}
      <Dialog
        open={asking}
        title={row.removeManyTitle(chosen.length)}
        onClose={() => setAsking(false)}
        actions={
          <>
            <Button onClick={() => setAsking(false)}>{say.cancel}</Button>
            <Button
              kind="danger"
              onClick={() => {
                setAsking(false);
                onDelete(chosen);
                onAll(false);
              }}
            >
              {say.remove}
            </Button>
          </>
        }
      >
        <p>{say.removeRule}</p>
        <p>{say.removeVeto}</p>
        <p>{say.removeUndo}</p>
      </Dialog>
    </div>
  );
}
