import { useMohen, useWords } from "../../mohen.tsx";
import { IconButton } from "../../parts/IconButton/IconButton.tsx";
import { said } from "../words_why.ts";
import style from "./Copyable.module.css";

/** A long value in one line, to be taken along whole. */
export function Copyable({ name, value }: { name: string; value: string }) {
  const say = useWords(said);
  const { toasts } = useMohen();
  async function copy() {
    try {
      await navigator.clipboard.writeText(value);
      toasts.getState().show({ tone: "success", text: say.copied });
    } catch {
      toasts.getState().show({ tone: "info", text: say.copyFailed });
    }
  }
  return (
    <span className={style.copyable}>
      <code className={style.value} title={value}>
        {value}
      </code>
      <IconButton size="small" icon="copy" label={say.copy(name)} onClick={() => void copy()} />
    </span>
  );
}
