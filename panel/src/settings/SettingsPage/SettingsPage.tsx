import { useEffect, useRef } from "react";
import { useNoun, useWords } from "../../mohen.tsx";
import { FailureNotice } from "../../parts/FailureNotice/FailureNotice.tsx";
import { Skeleton } from "../../parts/Skeleton/Skeleton.tsx";
import { StoragePicture } from "../../pictures/StoragePicture/StoragePicture.tsx";
import { createHealth } from "../../state/health.ts";
import { createSettings } from "../../state/settings.ts";
import { AuditList } from "../AuditList/AuditList.tsx";
import { BrowserList } from "../BrowserList/BrowserList.tsx";
import { BudgetSettings } from "../BudgetSettings/BudgetSettings.tsx";
import { CleanupCard } from "../CleanupCard/CleanupCard.tsx";
import type { Changing } from "../change.ts";
import { DoctorCard } from "../DoctorCard/DoctorCard.tsx";
import { EmbedderSettings } from "../EmbedderSettings/EmbedderSettings.tsx";
import { ExportCard } from "../ExportCard/ExportCard.tsx";
import { Group } from "../Group/Group.tsx";
import { ImportCard } from "../ImportCard/ImportCard.tsx";
import { MemorySettings } from "../MemorySettings/MemorySettings.tsx";
import { ModelSettings } from "../ModelSettings/ModelSettings.tsx";
import { PanelSettings } from "../PanelSettings/PanelSettings.tsx";
import { PrivacySettings } from "../PrivacySettings/PrivacySettings.tsx";
import { PromptSettings } from "../PromptSettings/PromptSettings.tsx";
import { said } from "../words.ts";
import { said as cared } from "../words_care.ts";
import style from "./SettingsPage.module.css";

/** Everything the author may set, and everything to look after the memory with. */
export function SettingsPage() {
  const say = useWords(said);
  const care = useWords(cared);
  const settings = useNoun(createSettings, (it) => it.settings);
  const saving = useNoun(createSettings, (it) => it.saving);
  const refused = useNoun(createSettings, (it) => it.refused);
  const onChange = useNoun(createSettings, (it) => it.change);
  const reload = useNoun(createSettings, (it) => it.reload);
  const status = useNoun(createHealth, (health) => health.status.data);
  const askHealth = useNoun(createHealth, (health) => health.reload);
  // Spending and storage are of the moment one looks.
  useEffect(() => {
    void askHealth();
  }, [askHealth]);
  const { data, failure } = settings;
  const changing: Changing | undefined = data && { settings: data, saving, refused, onChange };
  return (
    <div className={style.page}>
      <Contents />
      <div className={style.groups}>
        <header className={style.head}>
          <h1 className={style.title}>{say.title}</h1>
          <p className={style.quiet} role="status">
            {saving.length > 0 ? say.saving : say.lead}
          </p>
        </header>
        {settings.state === "failed" && failure && (
          <FailureNotice failure={failure} onRetry={() => void reload()} />
        )}
        <PanelSettings />
        {changing ? (
          <>
            <MemorySettings {...changing} />
            <PrivacySettings {...changing} />
            <ModelSettings {...changing} />
            <BudgetSettings {...changing} spending={status?.model?.spending} />
            <EmbedderSettings {...changing} />
            <PromptSettings {...changing} />
          </>
        ) : (
          settings.state === "loading" && <Skeleton lines={8} />
        )}
        <Group name="storage" title={care.storage}>
          {status && <StoragePicture storage={status.storage} />}
          <CleanupCard upkeep={status?.upkeep} />
        </Group>
        <DoctorCard />
        <Group name="transfer" title={care.transfer}>
          <ExportCard />
          <ImportCard />
        </Group>
        <BrowserList />
        <AuditList />
      </div>
    </div>
  );
}

/** The way to each group. The address belongs to the views, so these are buttons and no links. */
function Contents() {
  const say = useWords(said);
  const care = useWords(cared);
  const nav = useRef<HTMLElement>(null);
  const groups = [
    ["panel", say.panel],
    ["memory", say.memory],
    ["privacy", say.privacy],
    ["model", say.model],
    ["budgets", say.budgets],
    ["embedder", say.embedder],
    ["prompt", say.prompt],
    ["storage", care.storage],
    ["doctor", care.doctor],
    ["transfer", care.transfer],
    ["browsers", care.browsers],
    ["audit", care.audit],
  ] as const;

  function go(name: string) {
    const group = nav.current?.parentElement?.querySelector(`[data-group="${name}"]`);
    group?.scrollIntoView({ block: "start" });
    group?.querySelector<HTMLElement>("h2")?.focus({ preventScroll: true });
  }

  return (
    <nav ref={nav} className={style.contents} aria-label={say.contents}>
      <ul>
        {groups.map(([name, title]) => (
          <li key={name}>
            <button type="button" className={style.jump} onClick={() => go(name)}>
              {title}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
