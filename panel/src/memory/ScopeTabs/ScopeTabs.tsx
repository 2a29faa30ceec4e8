import { useWords } from "../../mohen.tsx";
import { Tabs } from "../../parts/Tabs/Tabs.tsx";
import type { ScopeName } from "../../state/place.ts";
import { said } from "../words.ts";

export interface ScopeTabsProps {
  scope: ScopeName;
  /** How many rules there are in each; without a project there is only the global one. */
  counts: { global?: number; project?: number };
  hasProject: boolean;
  onChange(scope: ScopeName): void;
  panelId: string;
}

export function ScopeTabs({ scope, counts, hasProject, onChange, panelId }: ScopeTabsProps) {
  const say = useWords(said);
  const tab = (id: ScopeName) => ({
    id,
    label: say[id],
    ...(counts[id] !== undefined && { count: counts[id] }),
  });
  const items = hasProject ? [tab("global"), tab("project")] : [tab("global")];
  return (
    <Tabs label={say.scope} items={items} value={scope} onChange={onChange} panelId={panelId} />
  );
}
