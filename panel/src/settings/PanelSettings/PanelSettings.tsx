import { useStore } from "zustand";
import { useMohen, useWords } from "../../mohen.tsx";
import { Select } from "../../parts/Select/Select.tsx";
import { Switch } from "../../parts/Switch/Switch.tsx";
import { Group } from "../Group/Group.tsx";
import { said } from "../words.ts";

/** How this page speaks and looks: kept in this browser, not in the memory. */
export function PanelSettings() {
  const say = useWords(said);
  const { manner } = useMohen();
  const { language, theme, inside, speak, wear, showInside } = useStore(manner);
  return (
    <Group name="panel" title={say.panel}>
      <Select
        label={say.language}
        value={language}
        options={[
          { value: "zh", label: say.chinese },
          { value: "en", label: say.english },
        ]}
        onChange={speak}
      />
      <Select
        label={say.theme}
        value={theme}
        options={(["system", "light", "dark"] as const).map((value) => ({
          value,
          label: say[`theme_${value}`],
        }))}
        onChange={wear}
      />
      <Switch label={say.inside} hint={say.insideHint} checked={inside} onChange={showInside} />
    </Group>
  );
}
