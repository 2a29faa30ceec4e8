import { type KeyboardEvent, useId, useState } from "react";
import { useLanguage, useWords } from "../../mohen.tsx";
import { Button } from "../../parts/Button/Button.tsx";
import { Dialog } from "../../parts/Dialog/Dialog.tsx";
import { explain } from "../../parts/FailureNotice/failures.ts";
import { Select } from "../../parts/Select/Select.tsx";
import { TextField } from "../../parts/TextField/TextField.tsx";
import type { ScopeName } from "../../state/place.ts";
import type { Category, NewRule, Saved } from "../../state/rules.ts";
import { CATEGORIES } from "../filter_rules.ts";
import { said } from "../words.ts";
import style from "./AddRule.module.css";

export interface AddRuleProps {
  open: boolean;
  /** Where the author looks: that is where it holds, unless they say otherwise. */
  scope: ScopeName;
  hasProject: boolean;
  onAdd(rule: NewRule): Promise<Saved>;
  onAdded?(saved: Extract<Saved, { kind: "saved" }>): void;
  /** Bring the rule that says the same into view. */
  onShow?(id: string): void;
  onClose(): void;
}

export function AddRule(props: AddRuleProps) {
  return props.open ? <Opened {...props} /> : null;
}

function Opened({ scope, hasProject, onAdd, onAdded, onShow, onClose }: AddRuleProps) {
  const say = useWords(said);
  const language = useLanguage();
  const form = useId();
  const [text, setText] = useState("");
  const [category, setCategory] = useState<Category | "auto">("auto");
  const [where, setWhere] = useState<ScopeName>(scope);
  const [error, setError] = useState<string>();
  const [twin, setTwin] = useState<string>();
  const [saving, setSaving] = useState(false);

  async function add() {
    if (saving) return;
    if (text.trim() === "") return setError(say.empty);
    setSaving(true);
    const given = category === "auto" ? {} : { category };
    const saved = await onAdd({ text: text.trim(), scope: where, ...given });
    setSaving(false);
    if (saved.kind === "saved") {
      onClose();
      onAdded?.(saved);
      return;
    }
    if (saved.kind === "double") setTwin(saved.id);
    setError(saved.kind === "failed" ? explain(saved.failure, language).title : say.same);
  }

  function press(event: KeyboardEvent) {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void add();
  }

  return (
    <Dialog
      open
      title={say.addTitle}
      onClose={onClose}
      actions={
        <>
          {twin !== undefined && onShow && (
            <Button
              kind="quiet"
              onClick={() => {
                onClose();
                onShow(twin);
              }}
            >
              {say.showIt}
            </Button>
          )}
          <Button onClick={onClose}>{say.cancel}</Button>
          <Button kind="primary" type="submit" form={form} busy={saving}>
            {say.save}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className={style.form}
        onSubmit={(event) => {
          event.preventDefault();
          void add();
        }}
      >
        <TextField
          label={say.text}
          multiline
          rows={3}
          autoFocus
          value={text}
          placeholder={say.addPlaceholder}
          hint={say.addHint}
          onChange={(words) => {
            setText(words);
            setError(undefined);
            setTwin(undefined);
          }}
          onKeyDown={press}
          {...(error !== undefined && { error })}
        />
        <div className={style.choices}>
          <Select<Category | "auto">
            label={say.category}
            value={category}
            options={[
              { value: "auto", label: say.byItself },
              ...CATEGORIES.map((value) => ({ value, label: say[value] })),
            ]}
            onChange={setCategory}
          />
          <Select<ScopeName>
            label={say.scopeOf}
            value={where}
            options={[
              ...(hasProject ? [{ value: "project" as const, label: say.here }] : []),
              { value: "global" as const, label: say.everywhere },
            ]}
            onChange={setWhere}
          />
        </div>
      </form>
    </Dialog>
  );
}
