import { useState } from "react";
import { useWords } from "../../mohen.tsx";
import { TextField } from "../../parts/TextField/TextField.tsx";
import { said } from "../words.ts";

/** A server that speaks OpenAI's language, as it is written down. */
export interface Server {
  readonly model: string;
  readonly baseUrl: string;
  readonly apiKeyEnv: string;
}

export interface ServerFieldsProps {
  server: Server;
  onChange(server: Server): void;
}

export function ServerFields({ server, onChange }: ServerFieldsProps) {
  const say = useWords(said);
  const [named, setNamed] = useState(false); // nobody is scolded for what they have not yet written
  return (
    <>
      <TextField
        label={say.modelName}
        hint={say.modelNameHint}
        {...((named || server.model !== "") &&
          server.model.trim() === "" && { error: say.needsModel })}
        value={server.model}
        onChange={(model) => {
          setNamed(true);
          onChange({ ...server, model });
        }}
        spellCheck={false}
        autoComplete="off"
      />
      <TextField
        label={say.baseUrl}
        hint={say.baseUrlHint}
        value={server.baseUrl}
        onChange={(baseUrl) => onChange({ ...server, baseUrl })}
        spellCheck={false}
        autoComplete="off"
        inputMode="url"
      />
      <TextField
        label={say.keyEnv}
        hint={say.keyEnvHint}
        {...(!isVariable(server.apiKeyEnv) && { error: say.keyEnvWrong })}
        value={server.apiKeyEnv}
        onChange={(apiKeyEnv) => onChange({ ...server, apiKeyEnv })}
        spellCheck={false}
        autoComplete="off"
      />
    </>
  );
}

/** A variable's name, or nothing. What looks like a key must not be sent, not even to be refused:
 * it has dashes, or is long and mixes small letters with digits. */
export function isVariable(name: string): boolean {
  const plain = name.trim();
  if (plain === "") return true;
  const keyLike = plain.length >= KEY_CHARS && /[a-z]/u.test(plain) && /\d/u.test(plain);
  return /^[A-Za-z_][A-Za-z0-9_]*$/u.test(plain) && !keyLike;
}

const KEY_CHARS = 20;

export function isSound({ model, apiKeyEnv }: Server): boolean {
  return model.trim() !== "" && isVariable(apiKeyEnv);
}

/** As the wire wants it: what is empty is not there. */
export function onTheWire({ model, baseUrl, apiKeyEnv }: Server) {
  return {
    model: model.trim(),
    ...(baseUrl.trim() && { baseUrl: baseUrl.trim() }),
    ...(apiKeyEnv.trim() && { apiKeyEnv: apiKeyEnv.trim() }),
  };
}
