import { useState } from "react";
import type { ModelShape } from "../../channels/generated.ts";
import { useWords } from "../../mohen.tsx";
import { Select } from "../../parts/Select/Select.tsx";
import { TextField } from "../../parts/TextField/TextField.tsx";
import { wholeNumber } from "../change.ts";
import { SaveActions } from "../SaveActions/SaveActions.tsx";
import { isSound, onTheWire, ServerFields } from "../ServerFields/ServerFields.tsx";
import { said } from "../words.ts";
import style from "./ModelForm.module.css";

export interface ModelFormProps {
  model: ModelShape;
  busy: boolean;
  onSave(model: ModelShape): Promise<boolean>;
}

interface Draft {
  readonly kind: ModelShape["kind"];
  readonly model: string;
  readonly baseUrl: string;
  readonly apiKeyEnv: string;
  readonly window: string;
}

const WINDOW = { least: 8_192, most: 2_000_000 };

/** Which model writes. A kind that needs nothing is saved at once; a server when it is complete. */
export function ModelForm({ model, busy, onSave }: ModelFormProps) {
  const say = useWords(said);
  const kept = written(model);
  // Undefined: nothing was touched, so what is kept is shown. A refusal leaves it as written.
  const [touched, setDraft] = useState<Draft>();
  const draft = touched ?? kept;
  const changed = JSON.stringify(draft) !== JSON.stringify(kept);
  const window = wholeNumber(draft.window, WINDOW.least, WINDOW.most);
  const windowSound = draft.window.trim() === "" || window !== undefined;
  const sound = draft.kind !== "openai" || (isSound(draft) && windowSound);

  function choose(kind: Draft["kind"]) {
    if (kind === "openai") return setDraft({ ...draft, kind });
    setDraft(undefined);
    if (kind !== model.kind) void onSave({ kind });
  }

  async function save() {
    if (!sound || busy) return;
    const given = { kind: draft.kind, ...onTheWire(draft), ...(window && { window }) };
    if (await onSave(given)) setDraft(undefined);
  }

  return (
    <form
      className={style.form}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Select
        label={say.modelKind}
        hint={say[`model_${draft.kind}Hint`]}
        value={draft.kind}
        options={(["none", "offline", "openai"] as const).map((value) => ({
          value,
          label: say[`model_${value}`],
        }))}
        onChange={choose}
      />
      {draft.kind === "openai" && (
        <>
          <ServerFields server={draft} onChange={(server) => setDraft({ ...draft, ...server })} />
          <TextField
            label={say.window}
            hint={say.windowHint}
            {...(!windowSound && { error: say.windowWrong })}
            value={draft.window}
            onChange={(text) => setDraft({ ...draft, window: text })}
            inputMode="numeric"
          />
          {(changed || busy) && (
            <SaveActions
              label={say.save}
              busy={busy}
              sound={sound}
              onDiscard={() => setDraft(undefined)}
            />
          )}
        </>
      )}
    </form>
  );
}

function written({ kind, model, baseUrl, apiKeyEnv, window }: ModelShape): Draft {
  return {
    kind,
    model: model ?? "",
    baseUrl: baseUrl ?? "",
    apiKeyEnv: apiKeyEnv ?? "",
    window: window ? String(window) : "",
  };
}
