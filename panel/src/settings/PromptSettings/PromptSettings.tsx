import { useWords } from "../../mohen.tsx";
import { Select } from "../../parts/Select/Select.tsx";
import { type Changing, refusal } from "../change.ts";
import { Group } from "../Group/Group.tsx";
import { Install } from "../Install/Install.tsx";
import { Refusal } from "../Refusal/Refusal.tsx";
import { said } from "../words.ts";

export function PromptSettings({ settings, refused, onChange }: Changing) {
  const say = useWords(said);
  return (
    <Group name="prompt" title={say.prompt}>
      <Select
        label={say.promptLanguage}
        hint={say.promptLanguageHint}
        value={settings.promptLanguage}
        options={[
          { value: "zh", label: say.chinese },
          { value: "en", label: say.english },
        ]}
        onChange={(promptLanguage) => void onChange({ promptLanguage })}
      />
      <Select
        label={say.tokenizer}
        hint={say.tokenizerHint}
        value={settings.tokenizer}
        options={(["estimate", "o200k_base"] as const).map((value) => ({
          value,
          label: say[`tokenizer_${value}`],
        }))}
        onChange={(tokenizer) => void onChange({ tokenizer })}
      />
      <Install extra="exact" />
      <Refusal failure={refusal(refused, "promptLanguage", "tokenizer")} />
    </Group>
  );
}
