import { useEffect } from "react";
import { useLanguage, useNoun, useWords } from "../../mohen.tsx";
import { Button } from "../../parts/Button/Button.tsx";
import { FailureNotice } from "../../parts/FailureNotice/FailureNotice.tsx";
import { Notice } from "../../parts/Notice/Notice.tsx";
import { createHealth } from "../../state/health.ts";
import { createModelServers } from "../../state/model_servers.ts";
import { createSettings } from "../../state/settings.ts";
import { either } from "../../words/index.ts";
import { said } from "../words_runs.ts";

export interface LocalModelProps {
  /** Where another model can be chosen. */
  onSettings?: (() => void) | undefined;
}

/** What no prose comes from. */
const READS_ONLY = /embed|rerank|bge|whisper/iu;

/** Where no model is chosen and a server of models runs on this machine: to write with it is one
 * press away. */
export function LocalModel({ onSettings }: LocalModelProps) {
  const say = useWords(said);
  const language = useLanguage();
  const isOpen = useNoun(createHealth, (it) => it.status.data?.settings?.model.kind === "none");
  const { offers, found, trial, find, tryOut } = useNoun(createModelServers, (it) => it);
  const change = useNoun(createSettings, (it) => it.change);
  useEffect(() => {
    if (isOpen && found === undefined) void find();
  }, [isOpen, found, find]);

  const [first] = (found?.data ?? []).flatMap((server) => {
    const model = server.models.find(({ name }) => !READS_ONLY.test(name));
    return model ? [{ server, model }] : [];
  });
  if (!isOpen || !first) return null;
  const { server, model } = first;
  const preset = offers.data?.presets.find((each) => each.id === server.presetId);

  async function use() {
    const chosen = { kind: "openai" as const, model: model.name, baseUrl: server.baseUrl };
    const done = await tryOut(chosen);
    const window = done?.window ?? model.window;
    if (done) await change({ model: { ...chosen, ...(window && { window }) } });
  }

  return (
    <>
      <Notice
        tone="info"
        title={say.localModel(preset ? either(preset.name, language) : server.baseUrl)}
        actions={
          <>
            <Button
              size="small"
              kind="primary"
              busy={trial?.state === "loading"}
              onClick={() => void use()}
            >
              {say.writeWith(model.name)}
            </Button>
            {onSettings && (
              <Button size="small" kind="quiet" onClick={onSettings}>
                {say.toSettings}
              </Button>
            )}
          </>
        }
      />
      {trial?.failure && <FailureNotice failure={trial.failure} />}
    </>
  );
}
