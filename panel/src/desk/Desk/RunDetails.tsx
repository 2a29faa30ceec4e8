import { type ReactNode, useState } from "react";
import { useLanguage, useWords } from "../../mohen.tsx";
import { Disclosure } from "../../parts/Disclosure/Disclosure.tsx";
import type { Run } from "../../state/run.ts";
import { either } from "../../words/index.ts";
import { ContextInspector } from "../ContextInspector/ContextInspector.tsx";
import { stateOf } from "../recorded.ts";
import { WhyPanel } from "../WhyPanel/WhyPanel.tsx";
import { said } from "../words_runs.ts";
import style from "./Assistant.module.css";

/** Why it was written this way, and what went into the prompt. */
export function RunDetails({ run }: { run: Run }) {
  const say = useWords(said);
  const language = useLanguage();
  const { result, request } = run;
  if (!result) return null;
  return (
    <section className={style.details} aria-label={say.details}>
      {run.answer && (
        <h3 className={style.about}>
          {either(run.skill.title, language)} · {say[`state_${stateOf(run)}`]}
        </h3>
      )}
      <Drawer summary={say.why}>
        <WhyPanel generationId={result.generationId} request={request} hideTitle />
      </Drawer>
      <Drawer summary={say.context}>
        <ContextInspector context={result} request={request} hideTitle />
      </Drawer>
    </section>
  );
}

/** Asks for nothing before it is opened. */
function Drawer({ summary, children }: { summary: string; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <Disclosure summary={summary} open={open} onToggle={setOpen}>
      {open && children}
    </Disclosure>
  );
}
