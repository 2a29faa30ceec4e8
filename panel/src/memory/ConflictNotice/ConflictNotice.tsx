import { useRef, useState } from "react";
import { useStore } from "zustand";
import { useMohen, useNoun, useWords } from "../../mohen.tsx";
import { Button } from "../../parts/Button/Button.tsx";
import { Notice } from "../../parts/Notice/Notice.tsx";
import { createConflicts, openConflicts } from "../../state/conflicts.ts";
import { createRules } from "../../state/rules.ts";
import { keepFocus } from "../keep_focus.ts";
import { said } from "../words_learning.ts";
import { ConflictChoice } from "./ConflictChoice.tsx";

/** Asks the author about rules that cannot both hold; says nothing where there are none. */
export function ConflictNotice() {
  const say = useWords(said);
  const conflicts = useNoun(createConflicts, (state) => state);
  const rules = useNoun(createRules, (state) => state);
  const scope = useStore(useMohen().place, (place) => place.scope);
  const [at, setAt] = useState(0);
  const waiting = openConflicts(conflicts, rules, scope);
  const place = Math.min(at, waiting.length - 1);
  const conflict = waiting[place];
  const root = useRef<HTMLDivElement>(null);
  if (!conflict) return null;

  function decide(act: () => void) {
    const goOn = keepFocus(root.current);
    act();
    goOn();
  }

  function putOff(later: boolean) {
    const goOn = keepFocus(root.current);
    conflicts.putOff(later);
    goOn();
  }

  return (
    <div ref={root}>
      {conflicts.later ? (
        <Notice
          tone="info"
          live="off"
          actions={
            <Button size="small" onClick={() => putOff(false)}>
              {say.decide}
            </Button>
          }
        >
          {say.waiting(waiting.length)}
        </Notice>
      ) : (
        <ConflictChoice
          conflict={conflict}
          at={place + 1}
          of={waiting.length}
          onChoose={(ruleId) => decide(() => conflicts.choose(conflict, ruleId))}
          onKeepBoth={(scenes) => decide(() => conflicts.keepBoth(conflict, scenes))}
          onGo={(to) => setAt(to - 1)}
          onLater={() => putOff(true)}
        />
      )}
    </div>
  );
}
