import type { ReactNode } from "react";
import type { Failure } from "../../channels/client.ts";
import { useLanguage, useWords } from "../../mohen.tsx";
import type { Language } from "../../words/index.ts";
import { Button } from "../Button/Button.tsx";
import { Disclosure } from "../Disclosure/Disclosure.tsx";
import { Notice } from "../Notice/Notice.tsx";
import { said } from "../words.ts";
import style from "./FailureNotice.module.css";
import { explain } from "./failures.ts";

export interface FailureNoticeProps {
  failure: Failure;
  onRetry?(): void;
  /** What else can be done about it. */
  actions?: ReactNode;
}

/** What went wrong, in the author's words; the program's words are one step away. */
export function FailureNotice({ failure, onRetry, actions }: FailureNoticeProps) {
  const say = useWords(said);
  const language = useLanguage();
  const { title, text } = explain(failure, language);
  // Somebody stopped it: nothing is wrong.
  const tone = failure.code === "CANCELED" ? "info" : "danger";
  const retry = onRetry && (
    <Button size="small" icon="refresh" onClick={onRetry}>
      {say.retry}
    </Button>
  );
  return (
    <Notice
      tone={tone}
      title={title}
      actions={
        (retry || actions) && (
          <>
            {retry}
            {actions}
          </>
        )
      }
    >
      <p>{text}</p>
      <div className={style.details}>
        <Disclosure summary={say.details}>
          <dl className={style.facts}>
            {facts(failure, language).map(([name, value]) => (
              <div key={name} className={style.fact}>
                <dt>{say[name]}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </Disclosure>
      </div>
    </Notice>
  );
}

type Fact = "code" | "field" | "reason" | "message" | "request";

function facts(failure: Failure, language: Language): [Fact, string][] {
  const { code, details, message, messages, requestId } = failure;
  const all: [Fact, unknown][] = [
    ["code", code],
    ["field", details?.field],
    ["reason", details?.reason],
    ["message", messages?.[language] ?? message],
    ["request", requestId],
  ];
  return all.filter(
    (fact): fact is [Fact, string] => typeof fact[1] === "string" && fact[1] !== "",
  );
}
