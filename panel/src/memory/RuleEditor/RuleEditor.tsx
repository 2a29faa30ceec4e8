import { type KeyboardEvent, useState } from "react";
import type { Rule } from "../../channels/generated.ts";
import { useLanguage, useWords } from "../../mohen.tsx";
import { Button } from "../../parts/Button/Button.tsx";
import { explain } from "../../parts/FailureNotice/failures.ts";
import { Notice } from "../../parts/Notice/Notice.tsx";
import { TextField } from "../../parts/TextField/TextField.tsx";
import type { Saved } from "../../state/rules.ts";
import { ruleText } from "../rule_text.ts";
import { said } from "../words.ts";
import style from "./RuleEditor.module.css";

export interface RuleEditorProps {
  rule: Rule;
  /** `newest` is the rule as it is known to stand: saving over a newer one is a choice. */
  onSave(text: string, newest: Rule): Promise<Saved>;
  /** The rule is gone: keep the text as a new one. */
  onAddAgain?: ((text: string) => Promise<Saved> | undefined) | undefined;
  /** Bring the rule that says the same into view. */
  onShow?: ((id: string) => void) | undefined;
  onLeave(): void;
}

type Trouble = Exclude<Saved, { kind: "saved" }> | { kind: "empty" };

/** A rule's text, edited where it stands. */
export function RuleEditor({ rule, onSave, onAddAgain, onShow, onLeave }: RuleEditorProps) {
  const say = useWords(said);
  const language = useLanguage();
  const [text, setText] = useState(() => ruleText(rule, language));
  const [newest, setNewest] = useState(rule);
  const [trouble, setTrouble] = useState<Trouble>();
  const [saving, setSaving] = useState(false);

  async function attempt(act: () => Promise<Saved> | undefined) {
    setSaving(true);
    const saved = await act();
    setSaving(false);
    if (saved?.kind === "saved") return onLeave();
    setTrouble(saved);
    if (saved?.kind === "stale") setNewest(saved.newer);
  }

  function save() {
    if (saving) return;
    if (text.trim() === "") return setTrouble({ kind: "empty" });
    if (text.trim() === ruleText(newest, language)) return onLeave();
    void attempt(() => onSave(text.trim(), newest));
  }

  function press(event: KeyboardEvent) {
    // Enter that ends a pinyin is not meant for us.
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      onLeave();
    }
    if (event.key !== "Enter" || event.shiftKey) return;
    event.preventDefault();
    save();
  }

  return (
    <div className={style.editor}>
      <TextField
        label={say.text}
        hideLabel
        multiline
        rows={2}
        autoFocus
        value={text}
        onChange={(words) => {
          setText(words);
          if (trouble?.kind !== "stale" && trouble?.kind !== "gone") setTrouble(undefined);
        }}
        onKeyDown={press}
        hint={say.editHint}
        {...errorOf(trouble, say, language)}
      />
      {trouble?.kind === "stale" && (
        <Notice
          tone="warning"
          title={say.staleTitle}
          actions={
            <>
              <Button size="small" kind="primary" onClick={save}>
                {say.keepMine}
              </Button>
              <Button size="small" onClick={onLeave}>
                {say.takeNewer}
              </Button>
            </>
          }
        >
          <p>{say.staleText}</p>
          <blockquote className={style.newer}>{ruleText(trouble.newer, language)}</blockquote>
        </Notice>
      )}
      {trouble?.kind === "gone" && (
        <Notice
          tone="warning"
          title={say.goneTitle}
          actions={
            onAddAgain && (
              <Button size="small" onClick={() => void attempt(() => onAddAgain(text.trim()))}>
                {say.addAgain}
              </Button>
            )
          }
        />
      )}
      <div className={style.actions}>
        {trouble?.kind !== "stale" && trouble?.kind !== "gone" && (
          <Button size="small" kind="primary" busy={saving} onClick={save}>
            {say.save}
          </Button>
        )}
        <Button size="small" kind="quiet" onClick={onLeave}>
          {say.cancel}
        </Button>
        {trouble?.kind === "double" && onShow && (
          <Button size="small" kind="quiet" onClick={() => onShow(trouble.id)}>
            {say.showIt}
          </Button>
        )}
      </div>
    </div>
  );
}

function errorOf(
  trouble: Trouble | undefined,
  say: (typeof said)["zh"],
  language: "zh" | "en",
): { error?: string } {
  if (trouble?.kind === "empty") return { error: say.empty };
  if (trouble?.kind === "double") return { error: say.same };
  if (trouble?.kind === "failed") return { error: explain(trouble.failure, language).title };
  return {};
}
