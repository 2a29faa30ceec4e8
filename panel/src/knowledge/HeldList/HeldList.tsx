import { useInside, useWords } from "../../mohen.tsx";
import { Badge } from "../../parts/Badge/Badge.tsx";
import { Button } from "../../parts/Button/Button.tsx";
import { EmptyState } from "../../parts/EmptyState/EmptyState.tsx";
import { Time } from "../../parts/Time/Time.tsx";
import type { HeldItem } from "../../state/held.ts";
import noted from "../Noted.module.css";
import { said } from "../words_held.ts";
import style from "./HeldList.module.css";

export interface HeldListProps {
  items: readonly HeldItem[];
  /** Those with a change on its way. */
  busy?: ReadonlySet<string>;
  onAccept(id: string): void;
  onForget(item: HeldItem): void;
}

/** What looks like an order to a model, each with who said it, to keep or to forget. */
export function HeldList({ items, busy, onAccept, onForget }: HeldListProps) {
  const say = useWords(said);
  const inside = useInside(); // an id says nothing to a writer; where a file lies does
  if (items.length === 0) {
    return (
      <EmptyState icon="check" title={say.none}>
        {say.noneMore}
      </EmptyState>
    );
  }
  const origins: Partial<Record<string, string>> = say as never;
  return (
    <div className={style.held}>
      <p className={noted.quiet}>{say.why}</p>
      <ul>
        {items.map((each) => (
          <li key={each.id} className={noted.one} data-held={each.id}>
            <p className={style.about}>
              <Badge tone="warning">{origins[`origin_${each.origin}`] ?? each.origin}</Badge>
              {(inside || each.ref.includes("/")) && <span className={style.ref}>{each.ref}</span>}
              {each.at !== undefined && (
                <span className={noted.quiet}>
                  <Time at={each.at} />
                </span>
              )}
            </p>
            <blockquote className={noted.quote}>{each.text}</blockquote>
            <div className={style.acts}>
              <Button
                size="small"
                busy={busy?.has(each.id) ?? false}
                onClick={() => onAccept(each.id)}
              >
                {say.keep}
              </Button>
              {each.kind === "knowledge" || each.kind === "episode" ? (
                <Button
                  size="small"
                  icon="trash"
                  busy={busy?.has(each.id) ?? false}
                  onClick={() => onForget(each)}
                >
                  {say.forget}
                </Button>
              ) : (
                each.kind === "file" && <span className={noted.quiet}>{say.inFile}</span>
              )}
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}
