import { useEffect, useRef, useState } from "react";
import type { FoundModel, Getting, ModelShape, Overview } from "../../channels/generated.ts";
import { useLanguage, useNoun, useWords } from "../../mohen.tsx";
import { Button } from "../../parts/Button/Button.tsx";
import { Disclosure } from "../../parts/Disclosure/Disclosure.tsx";
import { Meter } from "../../parts/Meter/Meter.tsx";
import { Notice } from "../../parts/Notice/Notice.tsx";
import { TextField } from "../../parts/TextField/TextField.tsx";
import { createLocalModels } from "../../state/local_models.ts";
import { bytes, either } from "../../words/index.ts";
import { Install } from "../Install/Install.tsx";
import { said } from "../words_models.ts";
import style from "./LocalModels.module.css";

export interface LocalModelsProps {
  busy: boolean;
  /** Where models are fetched. */
  hub: string;
  /** The one that is used now. */
  used: string | undefined;
  /** Where Ollama answers. */
  ollama: string | undefined;
  onHub(hub: string): void;
  onUse(model: ModelShape): void;
}

type Row = Overview["models"][number];

/** Small models: what they cost is said before one is fetched, and it is used when it is here. */
export function LocalModels({ busy, hub, used, ollama, onHub, onUse }: LocalModelsProps) {
  const say = useWords(said);
  const language = useLanguage();
  const overview = useNoun(createLocalModels, (it) => it.overview.data);
  const found = useNoun(createLocalModels, (it) => it.found);
  const getting = useNoun(createLocalModels, (it) => it.getting);
  const models = useNoun(createLocalModels, (it) => it);
  const [asked, setAsked] = useState("");
  const [mirror, setMirror] = useState<string>();
  const coming = getting?.state === "coming";
  const wanted = useRef(false);

  // What this page fetched is used when it is here.
  useEffect(() => {
    if (getting?.state !== "done" || !wanted.current) return;
    wanted.current = false;
    const { name, via } = getting;
    onUse(
      via === "ollama" && ollama
        ? { kind: "openai", model: name, baseUrl: ollama }
        : { kind: "local", model: name },
    );
  }, [getting, ollama, onUse]);

  return (
    <div className={style.local}>
      <ul className={style.models}>
        {overview?.models.map((each) => (
          <li key={each.name} className={style.model}>
            <div className={style.about}>
              <strong>{each.name}</strong>
              {each.about && <span>{either(each.about, language)}</span>}
              <span className={style.quiet}>{facts(each)}</span>
            </div>
            {each.state === "here" ? (
              <div className={style.actions}>
                <Button
                  size="small"
                  disabled={busy || used === each.name}
                  onClick={() => onUse({ kind: "local", model: each.name })}
                >
                  {used === each.name ? say.inUse : say.use}
                </Button>
                <Button
                  size="small"
                  kind="quiet"
                  disabled={busy || coming}
                  aria-label={`${say.remove} ${each.name}`}
                  onClick={() => void models.remove(each.name)}
                >
                  {say.remove}
                </Button>
              </div>
            ) : (
              <Button
                size="small"
                disabled={busy || coming || found?.state === "loading"}
                busy={found?.state === "loading" && asked === each.name}
                aria-label={`${each.state === "begun" ? say.getOn : say.get} ${each.name}`}
                onClick={() => {
                  setAsked(each.name);
                  void models.look(each.name);
                }}
              >
                {each.state === "begun" ? say.getOn : say.get}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {found?.failure && (
        <Notice tone="danger" title={say.getFailed}>
          {found.failure.messages
            ? either(found.failure.messages, language)
            : found.failure.message}
        </Notice>
      )}
      {found?.data && (
        <Notice
          tone="info"
          title={say.getAsk(found.data.name)}
          actions={
            <>
              <Button
                size="small"
                kind="primary"
                onClick={() => {
                  wanted.current = true;
                  if (found.data) void models.get(found.data, asked);
                }}
              >
                {say.getYes}
              </Button>
              <Button size="small" kind="quiet" onClick={() => models.forget()}>
                {say.getNo}
              </Button>
            </>
          }
        >
          {cost(found.data)}
        </Notice>
      )}
      {getting && progress(getting)}
      <Install extra="local" />
      <Disclosure summary={say.hub}>
        <form
          className={style.hub}
          onSubmit={(event) => {
            event.preventDefault();
            onHub(mirror ?? hub);
            setMirror(undefined);
          }}
        >
          <TextField
            label={say.hubAddress}
            hint={say.hubHint}
            value={mirror ?? hub}
            onChange={setMirror}
            spellCheck={false}
            inputMode="url"
          />
          <Button type="submit" size="small" disabled={mirror === undefined || mirror === hub}>
            {say.hubSave}
          </Button>
        </form>
      </Disclosure>
    </div>
  );

  function facts({ size, licence, state, have }: Row): string {
    const told = state === "begun" ? say.begun(bytes(have, language)) : undefined;
    const much = size == null ? undefined : bytes(size, language);
    return [much, licence, told].filter(Boolean).join(" · ");
  }

  function cost({ size, exact, licence = "?", source, free, via, have }: FoundModel): string {
    const much = size == null ? "?" : `${exact ? "" : "≈ "}${bytes(size - have, language)}`;
    return say.cost(much, licence, via === "ollama" ? "Ollama" : source, bytes(free, language));
  }

  function progress({ name, state, done, total, error }: Getting) {
    if (state === "done") return null;
    if (state === "coming") {
      const told = total
        ? say.come(bytes(done, language), bytes(total, language))
        : bytes(done, language);
      return (
        <div className={style.coming}>
          <Meter label={name} value={total ? done / total : 0} text={told} bar="below" />
          <Button size="small" kind="quiet" onClick={() => void models.cancel()}>
            {say.stopGetting}
          </Button>
        </div>
      );
    }
    return (
      <Notice tone={state === "canceled" ? "info" : "danger"} title={say.getFailed}>
        {error && either(error.message, language)}
      </Notice>
    );
  }
}
