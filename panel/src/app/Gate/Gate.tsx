import { useState } from "react";
import { useWords } from "../../mohen.tsx";
import { Button } from "../../parts/Button/Button.tsx";
import { Icon } from "../../parts/Icon/Icon.tsx";
import { Notice } from "../../parts/Notice/Notice.tsx";
import { TextField } from "../../parts/TextField/TextField.tsx";
import { said } from "../words.ts";
import style from "./Gate.module.css";

export interface GateProps {
  /** Why one stands here, if not for the first time. */
  because?: "used" | "refused" | "unreachable";
  onToken(token: string): void;
}

/** Where one stands without a token. */
export function Gate({ because, onToken }: GateProps) {
  const say = useWords(said);
  const [token, setToken] = useState("");
  const given = token.trim();
  return (
    <main className={style.gate}>
      <p className={style.mark}>
        <Icon name="ink" size={28} /> Mohen 墨痕
      </p>
      <h1 className={style.title}>{say.gateTitle}</h1>
      {because && (
        <Notice tone="warning" live="polite">
          {
            { used: say.gateUsed, refused: say.gateRefused, unreachable: say.gateUnreachable }[
              because
            ]
          }
        </Notice>
      )}
      <p className={style.text}>{say.gateText}</p>
      <form
        className={style.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (given) onToken(given);
        }}
      >
        <TextField
          label={say.gateToken}
          hint={say.gateHint}
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
