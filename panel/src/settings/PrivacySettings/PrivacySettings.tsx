import { useState } from "react";
import { useWords } from "../../mohen.tsx";
import { Button } from "../../parts/Button/Button.tsx";
import { Dialog } from "../../parts/Dialog/Dialog.tsx";
import { Switch } from "../../parts/Switch/Switch.tsx";
import { type Changing, refusal } from "../change.ts";
import { Group } from "../Group/Group.tsx";
import { Refusal } from "../Refusal/Refusal.tsx";
import { said } from "../words.ts";
import { Names } from "./Names.tsx";

export function PrivacySettings({ settings, saving, refused, onChange }: Changing) {
  const say = useWords(said);
  const [asking, setAsking] = useState(false);
  return (
    <Group name="privacy" title={say.privacy}>
      <Switch
        label={say.privacyMode}
        hint={say.privacyModeHint}
        checked={settings.privacyModeEnabled}
        onChange={(on) => (on ? setAsking(true) : void onChange({ privacyModeEnabled: false }))}
      />
      <Names
        names={settings.redactNames}
        busy={saving.includes("redactNames")}
        onSave={(redactNames) => onChange({ redactNames })}
      />
      <Switch
        label={say.mask}
        hint={say.maskHint}
        checked={settings.maskNamesEnabled}
        onChange={(maskNamesEnabled) => void onChange({ maskNamesEnabled })}
      />
      <Switch
        label={say.inspection}
        hint={say.inspectionHint}
        checked={settings.contextInspectionEnabled}
        onChange={(contextInspectionEnabled) => void onChange({ contextInspectionEnabled })}
      />
      <Refusal
        failure={refusal(
          refused,
          "privacyModeEnabled",
          "redactNames",
          "maskNamesEnabled",
          "contextInspectionEnabled",
        )}
      />
      <Dialog
        open={asking}
        title={say.privacyAsk}
        onClose={() => setAsking(false)}
        actions={
          <>
            <Button onClick={() => setAsking(false)}>{say.cancel}</Button>
            <Button
              kind="primary"
              onClick={() => {
                setAsking(false);
                void onChange({ privacyModeEnabled: true });
              }}
            >
              {say.privacyYes}
            </Button>
          </>
        }
      >
        <p>{say.privacyAskText}</p>
      </Dialog>
    </Group>
  );
}
