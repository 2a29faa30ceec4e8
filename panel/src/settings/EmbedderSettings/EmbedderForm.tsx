import { useState } from "react";
import type { EmbedderShape } from "../../channels/generated.ts";
import { useWords } from "../../mohen.tsx";
import { Select } from "../../parts/Select/Select.tsx";
import { TextField } from "../../parts/TextField/TextField.tsx";
import { wholeNumber } from "../change.ts";
import { Install } from "../Install/Install.tsx";
import { SaveActions } from "../SaveActions/SaveActions.tsx";
import { isSound, onTheWire, ServerFields } from "../ServerFields/ServerFields.tsx";
import { said } from "../words.ts";
import style from "./EmbedderSettings.module.css";

export interface EmbedderFormProps {
  embedder: EmbedderShape;
  busy: boolean;
  onSave(embedder: EmbedderShape): void;
}

const KINDS = ["builtin", "onnx", "use", "openai", "plugin"] as const;
const DIMS_MOST = 16_384;

export function EmbedderForm({ embedder, busy, onSave }: EmbedderFormProps) {
  const say = useWords(said);
  const kept = {
    kind: embedder.kind,
    model: embedder.model ?? "",
    baseUrl: embedder.baseUrl ?? "",
    apiKeyEnv: embedder.apiKeyEnv ?? "",
    dims: embedder.dims ? String(embedder.dims) : "",
  };
  // Undefined: untouched. A refusal leaves it as written.
  const [touched, setDraft] = useState<typeof kept>();
  const draft = touched ?? kept;
  const changed = JSON.stringify(draft) !== JSON.stringify(kept);
  if (touched && !changed && !busy) setDraft(undefined);
  const dims = wholeNumber(draft.dims, 1, DIMS_MOST);
  const sound = {
    builtin: true,
    use: true,
    onnx: draft.model.trim() !== "",
    plugin: draft.model.trim() !== "",
    openai: isSound(draft) && (draft.dims.trim() === "" || dims !== undefined),
  }[draft.kind];

  function save() {
    const { kind } = draft;
    if (kind === "openai") onSave({ kind, ...onTheWire(draft), ...(dims && { dims }) });
    else if (kind === "onnx" || kind === "plugin") onSave({ kind, model: draft.model.trim() });
    else onSave({ kind });
  }

  return (
    <form
      className={style.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (sound && !busy) save();
      }}
    >
      <Select
        label={say.embedderKind}
        hint={say[`embedder_${draft.kind}Hint`]}
        value={draft.kind}
        // One of another package is chosen by a command, which knows its name.
        options={KINDS.filter((each) => each !== "plugin" || each === kept.kind).map((value) => ({
          value,
          label: say[`embedder_${value}`],
        }))}
        onChange={(kind) => setDraft({ ...draft, kind })}
      />
      {draft.kind === "use" && <Install extra="semantic" />}
      {draft.kind === "onnx" && <Install extra="onnx" />}
      {draft.kind === "onnx" && (
        <TextField
          label={say.onnxModel}
          hint={say.onnxModelHint}
          value={draft.model}
          onChange={(model) => setDraft({ ...draft, model })}
          spellCheck={false}
        />
      )}
      {draft.kind === "openai" && (
        <>
          <ServerFields server={draft} onChange={(server) => setDraft({ ...draft, ...server })} />
          <TextField
            label={say.dims}
            hint={say.dimsHint}
            {...(draft.dims.trim() !== "" && dims === undefined && { error: say.dimsWrong })}
            value={draft.dims}
            onChange={(text) => setDraft({ ...draft, dims: text })}
            inputMode="numeric"
          />
        </>
      )}
      {(changed || busy) && (
        <SaveActions
          label={say.apply}
          busy={busy}
          sound={sound}
          onDiscard={() => setDraft(undefined)}
        />
      )}
    </form>
  );
}
