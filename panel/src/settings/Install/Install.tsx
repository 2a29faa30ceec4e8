import type { Offers } from "../../channels/generated.ts";
import { useNoun, useWords } from "../../mohen.tsx";
import { createModelServers } from "../../state/model_servers.ts";
import { said } from "../words_models.ts";
import style from "./Install.module.css";

export interface InstallProps {
  extra: Offers["extras"][number]["name"];
}

/** The command that installs something here; nothing where it is there. */
export function Install({ extra }: InstallProps) {
  const say = useWords(said);
  const extras = useNoun(createModelServers, (it) => it.offers.data?.extras);
  const missing = extras?.find((each) => each.name === extra && !each.installed);
  if (!missing) return null;
  return (
    <div className={style.install} role="note">
      {say.install}
      <code className={style.command}>{missing.command}</code>
    </div>
  );
}
