import type { ReactNode } from "react";
import { useStore } from "zustand";
import { ProjectPicker } from "../../desk/ProjectPicker/ProjectPicker.tsx";
import { useMohen, useWords } from "../../mohen.tsx";
import { Button } from "../../parts/Button/Button.tsx";
import { Icon } from "../../parts/Icon/Icon.tsx";
import { IconButton } from "../../parts/IconButton/IconButton.tsx";
import type { Theme } from "../../state/manner.ts";
import { said } from "../words.ts";
import style from "./TopBar.module.css";

const NEXT: Record<Theme, Theme> = { system: "light", light: "dark", dark: "system" };

export interface TopBarProps {
  onLoadSample?: () => void;
  /** What the view that is looked at adds. */
  children?: ReactNode;
}

/** Whose memory this is, which project one stands in, and how the panel speaks and looks. */
export function TopBar({ onLoadSample, children }: TopBarProps) {
  const say = useWords(said);
  const { manner } = useMohen();
  const { language, theme, speak, wear } = useStore(manner);
  const other = language === "zh" ? "en" : "zh";
  const themes = { system: say.toSystem, light: say.toLight, dark: say.toDark };
  return (
    <header className={style.bar}>
      <p className={style.mark}>
        <Icon name="ink" size={20} />
        <span>墨痕</span>
        <span className={style.latin}>Mohen</span>
      </p>
      <ProjectPicker {...(onLoadSample && { onLoadSample })} />
      <span className={style.space} />
      {children}
      <Button kind="quiet" size="small" lang={other} onClick={() => speak(other)}>
        {say.language}
      </Button>
      <IconButton
        label={`${say.theme}: ${themes[theme]}`}
        icon={theme === "dark" ? "moon" : theme === "light" ? "sun" : "contrast"}
        onClick={() => wear(NEXT[theme])}
      />
    </header>
  );
}
