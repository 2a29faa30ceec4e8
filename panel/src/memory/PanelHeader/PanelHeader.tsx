import { useWords } from "../../mohen.tsx";
import { Menu, type MenuItem } from "../../parts/Menu/Menu.tsx";
import { PausedBadge } from "../PausedBadge/PausedBadge.tsx";
import { said } from "../words.ts";
import style from "./PanelHeader.module.css";

export interface PanelHeaderProps {
  paused: boolean;
  /** Paused in all projects. */
  everywhere?: boolean;
  onOpen(what: "history" | "clear" | "preview"): void;
  onOpenSettings?(): void;
}

export function PanelHeader({
  paused,
  everywhere = false,
  onOpen,
  onOpenSettings,
}: PanelHeaderProps) {
  const say = useWords(said);
  const items: MenuItem[] = [
    { id: "history", label: say.history, icon: "history", onSelect: () => onOpen("history") },
    { id: "preview", label: say.preview, icon: "eye", onSelect: () => onOpen("preview") },
    ...(onOpenSettings
      ? [{ id: "settings", label: say.settings, icon: "gear" as const, onSelect: onOpenSettings }]
      : []),
    { id: "clear", label: say.clear, icon: "trash", danger: true, onSelect: () => onOpen("clear") },
  ];
  return (
    <header className={style.header}>
      <div className={style.name}>
        <h2 className={style.title}>{say.title}</h2>
        {/* It stays on the page, so that what appears in it is read out. */}
        <span role="status">{paused && <PausedBadge />}</span>
      </div>
      <Menu label={say.menu} items={items} />
      <p className={style.subtitle}>
        {!paused && say.subtitle}
        {paused && (everywhere ? say.pausedEverywhere : say.pausedHere)}
      </p>
    </header>
  );
}
