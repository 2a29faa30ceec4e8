import type { FoundServer } from "../../channels/generated.ts";
import { useLanguage, useNoun, useWords } from "../../mohen.tsx";
import { Button } from "../../parts/Button/Button.tsx";
import { FailureNotice } from "../../parts/FailureNotice/FailureNotice.tsx";
import { Notice } from "../../parts/Notice/Notice.tsx";
import { createModelServers } from "../../state/model_servers.ts";
import { either } from "../../words/index.ts";
import { said } from "../words_models.ts";
import style from "./ModelForm.module.css";

export interface FoundServersProps {
  busy: boolean;
  onUse(server: FoundServer, model: string): void;
}

/** Model servers that run on this machine: a model of theirs is one press away. */
export function FoundServers({ busy, onUse }: FoundServersProps) {
  const say = useWords(said);
  const language = useLanguage();
  const found = useNoun(createModelServers, (it) => it.found);
  const find = useNoun(createModelServers, (it) => it.find);
  const presets = useNoun(createModelServers, (it) => it.offers.data?.presets) ?? [];
  const name = (server: FoundServer) => {
    const preset = presets.find((each) => each.id === server.presetId);
    return preset ? either(preset.name, language) : server.baseUrl;
  };
  return (
    <div className={style.found}>
      <div className={style.actions}>
        <Button
          size="small"
          icon="search"
          busy={found?.state === "loading"}
          onClick={() => void find()}
        >
          {say.find}
        </Button>
        <span className={style.quiet}>{say.findHint}</span>
      </div>
      {found?.failure && <FailureNotice failure={found.failure} />}
      {found?.data?.length === 0 && <Notice tone="info">{say.foundNone}</Notice>}
      {found?.data?.map((server) => (
        <section key={server.baseUrl} className={style.server} aria-label={name(server)}>
          <h3 className={style.name}>{name(server)}</h3>
          {server.models.length === 0 && <p className={style.quiet}>{say.noModels}</p>}
          <ul className={style.models}>
            {server.models.map((model) => (
              <li key={model.name}>
                <Button
                  size="small"
                  disabled={busy}
                  title={say.useHint}
                  onClick={() => onUse(server, model.name)}
                >
                  {say.takeModel(model.name)}
                </Button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
