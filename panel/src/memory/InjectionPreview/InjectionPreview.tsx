import { useEffect, useState } from "react";
import type { Rule } from "../../channels/generated.ts";
import { useNoun, useWords } from "../../mohen.tsx";
import { Dialog } from "../../parts/Dialog/Dialog.tsx";
import { EmptyState } from "../../parts/EmptyState/EmptyState.tsx";
import { FailureNotice } from "../../parts/FailureNotice/FailureNotice.tsx";
import { Skeleton } from "../../parts/Skeleton/Skeleton.tsx";
import { Switch } from "../../parts/Switch/Switch.tsx";
import { TextField } from "../../parts/TextField/TextField.tsx";
import { createPreview, type Injected, type Preview } from "../../state/preview.ts";
import { createRules } from "../../state/rules.ts";
import { DeleteRule } from "../DeleteRule/DeleteRule.tsx";
import { said } from "../words_care.ts";
import { ForgetItem } from "./ForgetItem.tsx";
import { InjectedItems } from "./InjectedItems.tsx";
import style from "./InjectionPreview.module.css";

export interface InjectionPreviewProps {
  open: boolean;
  onClose(): void;
}

/** What the next prompt would be given of the memory: to see, to delete, to switch off (R161). */
export function InjectionPreview({ open, onClose }: InjectionPreviewProps) {
  const say = useWords(said);
  const preview = useNoun(createPreview, (state) => state);
  const rules = useNoun(createRules, (state) => state);
  const [doomed, setDoomed] = useState<Injected>();
  const [deleting, setDeleting] = useState<Rule>();
  const { open: begin, close } = preview;

  useEffect(() => {
    if (!open) return;
    begin();
    return close;
  }, [open, begin, close]);

  /** A rule goes the way every rule goes, with its ten seconds to undo. */
  function remove(item: Injected) {
    const rule = rules.items.find((each) => each.id === item.id);
    if (rule) setDeleting(rule);
    else setDoomed(item);
  }

  if (!open) return null;
  return (
    <Dialog open placement="side" title={say.previewTitle} onClose={onClose}>
      <div className={style.preview}>
        <Switch
          label={say.previewSwitch}
          hint={say.previewSwitchHint}
          checked={preview.on ?? true}
          disabled={preview.on === undefined}
          onChange={(on) => void preview.turn(on)}
        />
        {preview.on !== false && (
          <TextField
            label={say.previewQuery}
            hint={say.previewQueryHint}
            value={preview.query}
            onChange={preview.ask}
          />
        )}
        <Told preview={preview} gone={goneFrom(rules)} onRemove={remove} />
      </div>
      <DeleteRule
        rule={deleting}
        foresee={rules.foresee}
        onDelete={(rule) => {
          setDeleting(undefined);
          rules.remove(rule);
        }}
        onClose={() => setDeleting(undefined)}
      />
      <ForgetItem
        item={doomed}
        foresee={preview.foresee}
        forget={preview.forget}
        onClose={() => setDoomed(undefined)}
      />
    </Dialog>
  );
}

/** Rules that are being deleted: they are in the book still, but no longer shown. */
function goneFrom({ book, items }: { book: { data?: { items: Rule[] } }; items: readonly Rule[] }) {
  const shown = new Set(items.map((each) => each.id));
  return new Set((book.data?.items ?? []).map((each) => each.id).filter((id) => !shown.has(id)));
}

interface ToldProps {
  preview: Preview;
  gone: ReadonlySet<string>;
  onRemove(item: Injected): void;
}

function Told({ preview, gone, onRemove }: ToldProps) {
  const say = useWords(said);
  const { told, on, query } = preview;
  if (on === false) {
    return (
      <EmptyState icon="eye" title={say.previewOff}>
        {say.previewOffText}
      </EmptyState>
    );
  }
  if (told.state === "failed" && told.failure) {
    return <FailureNotice failure={told.failure} onRetry={() => void preview.reload()} />;
  }
  if (!told.data) return <Skeleton lines={6} />;
  const items = told.data.items.filter((each) => !gone.has(each.id));
  if (items.length === 0) {
    return (
      <EmptyState icon="ink" title={say.previewEmpty}>
        {say.previewEmptyText}
      </EmptyState>
    );
  }
  return (
    <InjectedItems
      items={items}
      block={told.data.block}
      asked={query.trim() !== ""}
      troubles={told.data.diagnostics?.degradations ?? []}
      onRemove={onRemove}
    />
  );
}
