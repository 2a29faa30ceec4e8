import { useWords } from "../../mohen.tsx";
import { Switch } from "../../parts/Switch/Switch.tsx";
import { type Changing, refusal } from "../change.ts";
import { Group } from "../Group/Group.tsx";
import { NumberSetting } from "../NumberSetting/NumberSetting.tsx";
import { Refusal } from "../Refusal/Refusal.tsx";
import { said } from "../words.ts";

const MOST = 100;

export function MemorySettings({ settings, refused, onChange }: Changing) {
  const say = useWords(said);
  return (
    <Group name="memory" title={say.memory}>
      <Switch
        label={say.injection}
        hint={say.injectionHint}
        checked={settings.injectionEnabled}
        onChange={(injectionEnabled) => void onChange({ injectionEnabled })}
      />
      <Switch
        label={say.learning}
        hint={say.learningHint}
        checked={settings.preferenceLearningEnabled}
        onChange={(preferenceLearningEnabled) => void onChange({ preferenceLearningEnabled })}
      />
      <NumberSetting
        label={say.threshold}
        hint={say.thresholdHint}
        wrong={say.thresholdWrong}
        value={settings.preferenceLearningThreshold}
        least={1}
        most={MOST}
        onChange={(preferenceLearningThreshold) => void onChange({ preferenceLearningThreshold })}
      />
      <Refusal
        failure={refusal(
          refused,
          "injectionEnabled",
          "preferenceLearningEnabled",
          "preferenceLearningThreshold",
        )}
      />
    </Group>
  );
}
