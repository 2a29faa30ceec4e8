import { useEffect } from "react";
import type { ModelShape } from "../../channels/generated.ts";
import { useNoun, useWords } from "../../mohen.tsx";
import { Button } from "../../parts/Button/Button.tsx";
import { FailureNotice } from "../../parts/FailureNotice/FailureNotice.tsx";
import { Notice } from "../../parts/Notice/Notice.tsx";
import { createCare } from "../../state/care.ts";
import { type Changing, refusal } from "../change.ts";
import { Group } from "../Group/Group.tsx";
import { Refusal } from "../Refusal/Refusal.tsx";
import { said } from "../words.ts";
import { ModelForm } from "./ModelForm.tsx";
import style from "./ModelSettings.module.css";

export function ModelSettings({ settings, saving, refused, onChange }: Changing) {
  const say = useWords(said);
  return (
    <Group name="model" title={say.model} lead={say.modelLead}>
      <ModelForm
        model={settings.model}
        busy={saving.includes("model")}
        hub={settings.modelHub}
        onHub={(modelHub) => void onChange({ modelHub })}
        onSave={(model) => onChange({ model })}
      />
      <Refusal failure={refusal(refused, "model")} />
      <Refusal failure={refusal(refused, "modelHub")} />
      {settings.model.kind === "offline" && <Trial model={settings.model} />}
    </Group>
  );
}

/** One sentence of the model that is set, so that one knows before one relies on it. */
function Trial({ model }: { model: ModelShape }) {
  const say = useWords(said);
  const tried = useNoun(createCare, (care) => care.tried);
  const tryModel = useNoun(createCare, (care) => care.tryModel);
  const forget = useNoun(createCare, (care) => care.forgetTrial);
  const which = JSON.stringify(model);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another model, another trial
  useEffect(() => forget, [forget, which]);
  const busy = tried?.state === "loading";
  return (
    <div className={style.trial}>
      <div className={style.ask}>
        <Button size="small" icon="play" busy={busy} onClick={() => void tryModel()}>
          {busy ? say.testing : say.test}
        </Button>
        <span className={style.quiet}>{say.testHint}</span>
      </div>
      {tried?.failure && <FailureNotice failure={tried.failure} />}
      {tried?.data && (
        <Notice
          tone={tried.data.model.offline ? "info" : "success"}
          title={tried.data.model.offline ? say.testOffline : say.testWell(tried.data.model.name)}
        >
          <p className={style.sentence}>{tried.data.candidates[0]}</p>
        </Notice>
      )}
    </div>
  );
}
