import { useState } from "react";
import { useStore } from "zustand";
import { useMohen, useWords } from "../../mohen.tsx";
import { Button } from "../../parts/Button/Button.tsx";
import { Icon } from "../../parts/Icon/Icon.tsx";
import { Notice } from "../../parts/Notice/Notice.tsx";
import { TextField } from "../../parts/TextField/TextField.tsx";
import { said } from "../words.ts";
import style from "./Gate.module.css";

export interface GateProps {
  /** Why one stands here, if not for the first time. */
  because?: "token" | "refused" | "unreachable";
  /** Of a team, whose authors bear tokens; there is no link that a terminal would make. */
  team?: boolean;
  onToken(token: string): void;
}

/** Where one stands who was not let in. */
export function Gate({ because, team = false, onToken }: GateProps) {
  const say = useWords(said);
  const { language, speak } = useStore(useMohen().manner);
  const [token, setToken] = useState("");
  const given = token.trim();
  return (
    <main className={style.gate}>
      <p className={style.mark}>
        <Icon name="ink" size={28} /> 墨痕 Mohen
        <Button kind="quiet" size="small" onClick={() => speak(language === "zh" ? "en" : "zh")}>
          {say.language}
        </Button>
      </p>
      <h1 className={style.title}>{say.gateTitle}</h1>
      {because && (
        <Notice tone="warning" live="polite">
          {
            {
              token: team ? say.gateNotIn : say.gateWrong,
              refused: say.gateRefused,
              unreachable: say.gateUnreachable,
            }[because]
          }
        </Notice>
      )}
      <div className={style.text}>
        {team ? (
          say.gateTeam
        ) : (
          <>
            {say.gateText}
            <code className={style.command}>mohen open</code>
            {say.gateStays}
          </>
        )}
      </div>
      <form
        className={style.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (given) onToken(given);
        }}
      >
        <TextField
          label={team ? say.gateTeamToken : say.gateToken}
          hint={team ? say.gateTeamHint : say.gateHint}
          type="password"
          value={token}
          onChange={setToken}
        />
        <Button type="submit" kind="primary" disabled={!given}>
          {say.gateEnter}
        </Button>
      </form>
    </main>
  );
}
