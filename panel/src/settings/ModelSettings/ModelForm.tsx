import { useEffect, useState } from "react";
import type { Failure } from "../../channels/client.ts";
import type { ModelShape } from "../../channels/generated.ts";
import { useLanguage, useNoun, useWords } from "../../mohen.tsx";
import { Button } from "../../parts/Button/Button.tsx";
import { Disclosure } from "../../parts/Disclosure/Disclosure.tsx";
import { FailureNotice } from "../../parts/FailureNotice/FailureNotice.tsx";
import { Select } from "../../parts/Select/Select.tsx";
import { TextField } from "../../parts/TextField/TextField.tsx";
import { createModelServers } from "../../state/model_servers.ts";
import { either } from "../../words/index.ts";
import { wholeNumber } from "../change.ts";
import { LocalModels } from "../LocalModels/LocalModels.tsx";
import { isVariable, onTheWire } from "../ServerFields/ServerFields.tsx";
import { said } from "../words.ts";
import { said as offered } from "../words_models.ts";
import { among } from "./among.ts";
import { CUSTOM, type Draft, LOCAL, type Preset, UNSERVED, written } from "./draft.ts";
import { FoundServers } from "./FoundServers.tsx";
import style from "./ModelForm.module.css";
import { TrialResult } from "./TrialResult.tsx";

export interface ModelFormProps {
  model: ModelShape;
  busy: boolean;
  /** Where models are fetched. */
  hub: string;
  onHub(hub: string): void;
  onSave(model: ModelShape): Promise<boolean>;
}

const WINDOW = { least: 8_192, most: 2_000_000 };

/** Which model writes. A kind that needs nothing is saved at once; a server when it was tried. */
export function ModelForm({ model, busy, hub, onHub, onSave }: ModelFormProps) {
  const say = useWords(said);
  const tell = useWords(offered);
  const language = useLanguage();
  const presets = useNoun(createModelServers, (it) => it.offers.data?.presets) ?? [];
  const models = useNoun(createModelServers, (it) => it.models);
  const kept = useNoun(createModelServers, (it) => it.kept);
  const trial = useNoun(createModelServers, (it) => it.trial);
  const servers = useNoun(createModelServers, (it) => it);
  const was = written(model, presets);
  // Undefined: nothing was touched, so what is kept is shown. A refusal leaves it as written.
  const [touched, setTouched] = useState<Draft>();
  const [key, setKey] = useState("");
  const [unkept, setUnkept] = useState<Failure>();
  const draft = touched ?? was;
  const preset = presets.find((each) => each.id === draft.choice);
  const isServer = !UNSERVED.includes(draft.choice);
  const changed = key !== "" || JSON.stringify(draft) !== JSON.stringify(was);
  const window = wholeNumber(draft.window, WINDOW.least, WINDOW.most);
  const windowSound = draft.window.trim() === "" || window !== undefined;
  const address = draft.choice === CUSTOM ? draft.baseUrl.trim() : (preset?.baseUrl ?? "");
  const sound =
    draft.model.trim() !== "" && isVariable(draft.apiKeyEnv) && windowSound && address !== "";
  const trying = trial?.state === "loading";

  useEffect(() => {
    if (isServer && address !== "") void servers.lookUpKey(address);
  }, [isServer, address, servers.lookUpKey]);

  function set(next: Partial<Draft>) {
    if (trial) servers.forget();
    setTouched({ ...draft, ...next });
  }

  function choose(choice: string) {
    servers.forget();
    setKey("");
    setUnkept(undefined);
    if (choice === "none" || choice === "offline") {
      setTouched(undefined);
      if (choice !== model.kind) void onSave({ kind: choice });
      return;
    }
    const { baseUrl } = choice === was.choice ? was : { baseUrl: "" };
    setTouched(
      choice === was.choice ? was : { choice, model: "", baseUrl, apiKeyEnv: "", window: "" },
    );
  }

  function shape(extra: Partial<Draft> = {}): ModelShape {
    const asked = { ...draft, baseUrl: address, ...extra };
    const size = wholeNumber(asked.window, WINDOW.least, WINDOW.most);
    return { kind: "openai", ...onTheWire(asked), ...(size && { window: size }) };
  }

  async function keep(given: ModelShape) {
    if (key.trim() !== "") {
      const failure = await servers.keepKey(key.trim(), given.baseUrl);
      setUnkept(failure);
      if (failure) return;
      setKey("");
    }
    if (await onSave(given)) setTouched(undefined);
  }

  /** What works is saved, with the window that the server told. */
  async function tryAndSave(given: ModelShape) {
    const done = await servers.tryOut(given, key.trim() || undefined);
    if (!done) return;
    const told = done.window ?? undefined;
    const fits = told !== undefined && told >= WINDOW.least && given.window === undefined;
    await keep(fits ? { ...given, window: told } : given);
  }

  return (
    <form
      className={style.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (sound && !busy && !trying) void tryAndSave(shape());
      }}
    >
      <Select
        label={say.modelKind}
        hint={hint(draft.choice, preset)}
        value={draft.choice}
        options={[
          { value: "none", label: say.model_none },
          { value: "offline", label: say.model_offline },
          { value: LOCAL, label: tell.local },
          ...presets.map((each) => ({
            value: each.id,
            label: each.local
              ? tell.here(either(each.name, language))
              : either(each.name, language),
          })),
          { value: CUSTOM, label: tell.custom },
        ]}
        onChange={choose}
      />
      {draft.choice === LOCAL && (
        <LocalModels
          busy={busy || trying}
          hub={hub}
          used={model.kind === LOCAL ? model.model : undefined}
          ollama={presets.find((each) => each.id === "ollama")?.baseUrl}
          onHub={onHub}
          onUse={(given) => {
            setTouched(written(given, presets));
            void tryAndSave(given);
          }}
        />
      )}
      {(draft.choice === "none" || draft.choice === "offline" || preset?.local) && (
        <FoundServers
          busy={busy || trying}
          onUse={(found, name) => {
            setKey("");
            const next = {
              choice: found.presetId,
              model: name,
              baseUrl: "",
              apiKeyEnv: "",
              window: "",
            };
            setTouched(next);
            void tryAndSave({ kind: "openai", model: name, baseUrl: found.baseUrl });
          }}
        />
      )}
      {isServer && (
        <>
          {draft.choice === CUSTOM && (
            <TextField
              label={say.baseUrl}
              hint={tell.addressHint}
              value={draft.baseUrl}
              onChange={(baseUrl) => set({ baseUrl })}
              spellCheck={false}
              autoComplete="off"
              inputMode="url"
            />
          )}
          {(draft.choice === CUSTOM || preset?.needsKey || kept) && (
            <div className={kept ? style.row : undefined}>
              <TextField
                label={tell.key}
                hint={
                  kept ? tell.keyKept(kept.lastFour, kept.keptIn) : tell.keyHint(preset?.keyPage)
                }
                type="password"
                value={key}
                {...(kept && { placeholder: `••••••••${kept.lastFour}` })}
                onChange={(text) => {
                  if (trial) servers.forget();
                  setKey(text);
                }}
                spellCheck={false}
                autoComplete="off"
              />
              {kept && (
                <Button kind="quiet" onClick={() => void servers.forgetKey(address)}>
                  {tell.forgetKey}
                </Button>
              )}
            </div>
          )}
          {unkept && <FailureNotice failure={unkept} />}
          <div className={style.row}>
            {models?.data && models.data.length > 0 ? (
              <Select
                label={say.modelName}
                hint={tell.listed(models.data.length)}
                value={draft.model}
                options={among(draft.model, models.data, tell.choose)}
                onChange={(name) => set({ model: name })}
              />
            ) : (
              <TextField
                label={say.modelName}
                hint={models?.state === "ready" ? tell.noModels : say.modelNameHint}
                value={draft.model}
                onChange={(name) => set({ model: name })}
                spellCheck={false}
                autoComplete="off"
              />
            )}
            <Button
              icon="list"
              busy={models?.state === "loading"}
              disabled={address === ""}
              onClick={() =>
                void servers.list({
                  baseUrl: address,
                  ...(draft.apiKeyEnv.trim() && { apiKeyEnv: draft.apiKeyEnv.trim() }),
                  ...(key.trim() && { key: key.trim() }),
                })
              }
            >
              {tell.list}
            </Button>
          </div>
          {models?.failure && <FailureNotice failure={models.failure} />}
          <Disclosure summary={tell.more}>
            <div className={style.form}>
              <TextField
                label={say.window}
                hint={say.windowHint}
                {...(!windowSound && { error: say.windowWrong })}
                value={draft.window}
                onChange={(text) => set({ window: text })}
                inputMode="numeric"
              />
              <TextField
                label={say.keyEnv}
                hint={tell.keyEnvHint}
                {...(!isVariable(draft.apiKeyEnv) && { error: say.keyEnvWrong })}
                value={draft.apiKeyEnv}
                onChange={(apiKeyEnv) => set({ apiKeyEnv })}
                spellCheck={false}
                autoComplete="off"
              />
            </div>
          </Disclosure>
          <div className={style.actions}>
            <Button type="submit" kind="primary" busy={trying || busy} disabled={!sound}>
              {trying ? tell.trying : changed ? tell.tryAndSave : say.test}
            </Button>
            {changed && trial?.failure && (
              <Button busy={busy} onClick={() => void keep(shape())}>
                {tell.saveAnyway}
              </Button>
            )}
            {touched && (
              <Button
                kind="quiet"
                onClick={() => {
                  servers.forget();
                  setTouched(undefined);
                  setKey("");
                }}
              >
                {say.discard}
              </Button>
            )}
          </div>
        </>
      )}
      {trying && !isServer && (
        <p className={style.quiet} role="status">
          {tell.trying}
        </p>
      )}
      {trial && <TrialResult trial={trial} saved={!changed} least={WINDOW.least} />}
    </form>
  );

  function hint(choice: string, chosen: Preset | undefined): string {
    if (choice === "none" || choice === "offline") return say[`model_${choice}Hint`];
    return chosen?.local === false ? tell.farHint : tell.nearHint;
  }
}
