import { useState } from "react";
import type { EmbedderShape } from "../../channels/generated.ts";
import { useNoun, useWords } from "../../mohen.tsx";
import { Button } from "../../parts/Button/Button.tsx";
import { Dialog } from "../../parts/Dialog/Dialog.tsx";
import { FailureNotice } from "../../parts/FailureNotice/FailureNotice.tsx";
import { createCare } from "../../state/care.ts";
import { type Changing, refusal } from "../change.ts";
import { Group } from "../Group/Group.tsx";
import { Refusal } from "../Refusal/Refusal.tsx";
import { said } from "../words.ts";
import { EmbedderForm } from "./EmbedderForm.tsx";
import style from "./EmbedderSettings.module.css";

/** What turns text into vectors. Another one makes the old vectors useless, so it is asked. */
export function EmbedderSettings({ settings, saving, refused, onChange }: Changing) {
  const say = useWords(said);
  const [wanted, setWanted] = useState<EmbedderShape>();
  return (
    <Group name="embedder" title={say.embedder}>
      <EmbedderForm
        embedder={settings.embedder}
        busy={saving.includes("embedder")}
        onSave={setWanted}
      />
      <Refusal failure={refusal(refused, "embedder")} />
      <Rebuild />
      <Dialog
        open={wanted !== undefined}
        title={say.embedderAsk}
        onClose={() => setWanted(undefined)}
        actions={
          <>
            <Button onClick={() => setWanted(undefined)}>{say.cancel}</Button>
            <Button
              kind="primary"
              onClick={() => {
                setWanted(undefined);
                if (wanted) void onChange({ embedder: wanted });
              }}
            >
              {say.embedderYes}
            </Button>
          </>
        }
      >
        <p>{say.embedderAskText}</p>
      </Dialog>
    </Group>
  );
}

function Rebuild() {
  const say = useWords(said);
  const rebuilt = useNoun(createCare, (care) => care.rebuilt);
  const rebuild = useNoun(createCare, (care) => care.rebuild);
  const busy = rebuilt?.state === "loading";
  return (
    <div className={style.rebuild}>
      <Button size="small" icon="refresh" busy={busy} onClick={() => void rebuild()}>
        {busy ? say.rebuilding : say.rebuild}
      </Button>
      <p className={style.quiet} role="status">
        {rebuilt?.state === "ready" &&
          rebuilt.data &&
          say.rebuilt(rebuilt.data.words, rebuilt.data.vectors)}
      </p>
      {rebuilt?.state === "failed" && rebuilt.failure && (
        <FailureNotice failure={rebuilt.failure} onRetry={() => void rebuild()} />
      )}
    </div>
  );
}
