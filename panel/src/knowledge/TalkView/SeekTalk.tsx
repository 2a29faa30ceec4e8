import { useWords } from "../../mohen.tsx";
import { SearchField } from "../../parts/SearchField/SearchField.tsx";
import { Select } from "../../parts/Select/Select.tsx";
import { TextField } from "../../parts/TextField/TextField.tsx";
import type { Sought } from "../../state/talk_asked.ts";
import { said } from "../words_talk.ts";
import style from "./TalkView.module.css";

interface SeekTalkProps {
  sought: Sought;
  /** Names under which somebody speaks. */
  names: readonly string[];
  onSeek(part: Partial<Sought>): void;
}

/** Words, whose, and from when to when. */
export function SeekTalk({ sought, names, onSeek }: SeekTalkProps) {
  const say = useWords(said);
  return (
    <div className={style.bar}>
      <div className={style.search}>
        <SearchField
          label={say.seek}
          value={sought.words}
          onChange={(words) => onSeek({ words })}
        />
      </div>
      <div className={style.filter}>
        <Select
          label={say.who}
          value={sought.who}
          options={[
            { value: "", label: say.anybody },
            { value: "user", label: say.role_user },
            { value: "assistant", label: say.role_assistant },
            ...names.map((name) => ({ value: name, label: name })),
          ]}
          onChange={(who) => onSeek({ who })}
        />
      </div>
      {(["from", "to"] as const).map((end) => (
        <div key={end} className={style.filter}>
          <TextField
            label={say[end]}
            type="date"
            value={sought[end]}
            onChange={(day) => onSeek({ [end]: day })}
          />
        </div>
      ))}
    </div>
  );
}
