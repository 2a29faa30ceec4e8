import { useState } from "react";
import { Desk } from "../../desk/Desk/Desk.tsx";
import { MemoryPanel } from "../../memory/MemoryPanel/MemoryPanel.tsx";
import { useNoun, useWords } from "../../mohen.tsx";
import { IconButton } from "../../parts/IconButton/IconButton.tsx";
import { createSample } from "../../state/sample.ts";
import { said } from "../words.ts";
import style from "./DeskPage.module.css";

/** The desk, and beside it, when one likes, what the AI has learned. */
export function DeskPage() {
  const say = useWords(said);
  const load = useNoun(createSample, (sample) => sample.load);
  const [beside, setBeside] = useState(false);
  return (
    <div className={style.page}>
      {beside && (
        <aside className={style.memory} aria-label={say.memory}>
          <MemoryPanel />
        </aside>
      )}
      <div className={style.desk}>
        <Desk onLoadSample={load} />
      </div>
      <div className={style.toggle}>
        <IconButton
          label={say.besides}
          icon="ink"
          pressed={beside}
          onClick={() => setBeside(!beside)}
        />
      </div>
    </div>
  );
}
