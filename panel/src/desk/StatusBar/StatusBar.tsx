import { type ReactNode, useDeferredValue, useEffect, useMemo } from "react";
import { useStore } from "zustand";
import { useInside, useLanguage, useMohen, useNoun, useWords } from "../../mohen.tsx";
import { Icon, type IconName } from "../../parts/Icon/Icon.tsx";
import { createHealth, type MemoryState, selectMemoryState } from "../../state/health.ts";
import { createServed } from "../../state/served.ts";
import { type Said, said } from "../words_why.ts";
import { lengthOf } from "./length.ts";
import style from "./StatusBar.module.css";

export interface StatusBarProps {
  /** The chapter, and what is selected of it, to be counted. */
  text?: string | undefined;
  selected?: string | undefined;
  /** How it stands between the desk and the file: a `SaveState`. */
  saved?: ReactNode;
  /** The last prompt of this visit. */
  last?: { readonly generationId: string; readonly tokenCount: number } | undefined;
  /** Where the memory's state is told in full. */
  onMemory?(): void;
  /** Where a model is chosen. */
  onModel?(): void;
}

const ICONS: Record<MemoryState, IconName> = {
  asking: "clock",
  refused: "lock",
  unreachable: "warning",
  unavailable: "warning",
  degraded: "warning",
  off: "eye",
  private: "lock",
  paused: "pause",
  well: "check",
};

/** The line below the desk: how the memory is, how long the text, what the last prompt was. */
export function StatusBar({ text, selected, saved, last, onMemory, onModel }: StatusBarProps) {
  const say = useWords(said);
  const { place } = useMohen();
  const projectId = useStore(place, (here) => here.projectId);
  const state = useNoun(createHealth, selectMemoryState);
  const model = useModelName(say);
  return (
    <section className={style.bar} aria-label={say.bar}>
      {/* Only this is said aloud when it changes: the numbers change with every key. */}
      <span className={style.memory} role="status" data-memory={state}>
        <Item icon={ICONS[state]} {...(onMemory && { onPress: onMemory })}>
          {say[`state_${state}`]}
        </Item>
      </span>
      <span className={style.item} data-project>
        <Icon name="book" size={13} />
        <span className={style.clip}>{projectId ?? say.noProject}</span>
      </span>
      {saved}
      <span className={style.gap} />
      {text !== undefined && <Lengths text={text} selected={selected ?? ""} />}
      {model && (
        <span title={say.modelTitle} data-model>
          <Item icon="pen" {...(onModel && { onPress: onModel })}>
            {model}
          </Item>
        </span>
      )}
      {last && <LastPrompt {...last} />}
    </section>
  );
}

function Item(props: { icon: IconName; onPress?(): void; children: ReactNode }) {
  const inside = (
    <>
      <Icon name={props.icon} size={13} />
      <span className={style.clip}>{props.children}</span>
    </>
  );
  if (!props.onPress) return <span className={style.item}>{inside}</span>;
  return (
    <button type="button" className={style.item} onClick={props.onPress}>
      {inside}
    </button>
  );
}

function useModelName(say: Said): string | undefined {
  const chosen = useNoun(createHealth, ({ status }) => status.data?.settings?.model);
  const name = useNoun(createHealth, ({ status }) => status.data?.model?.name);
  if (!chosen) return undefined;
  if (chosen.kind === "none") return say.modelNone;
  return chosen.kind === "offline" ? say.modelOffline : (chosen.model ?? name ?? undefined);
}

function Lengths({ text, selected }: { text: string; selected: string }) {
  const say = useWords(said);
  // Counting a long chapter must not hold up typing.
  const calm = useDeferredValue(text);
  const whole = useMemo(() => lengthOf(calm), [calm]);
  const part = useMemo(() => lengthOf(selected), [selected]);
  const told = (words: number) =>
    whole.ideographic ? say.lengthCharacters(words) : say.lengthWords(words);
  return (
    <span className={style.item} title={say.lengthExact(whole.words, whole.characters)} data-length>
      {part.words > 0 && <span>{say.selectedLength(told(part.words))}</span>}
      {part.words > 0 && <span aria-hidden="true">/</span>}
      <span>{told(whole.words)}</span>
    </span>
  );
}

function LastPrompt({ generationId, tokenCount }: NonNullable<StatusBarProps["last"]>) {
  const say = useWords(said);
  const language = useLanguage();
  const look = useNoun(createServed, (served) => served.look);
  const inside = useInside();
  const share = useNoun(createServed, (served) => served.shares[generationId]);
  useEffect(() => {
    if (inside) void look(generationId);
  }, [look, generationId, inside]);
  return (
    <span className={style.item} data-last-prompt lang={language}>
      <Icon name="layers" size={13} />
      <span>{say.lastPrompt(tokenCount)}</span>
      {inside && share !== undefined && <span title={say.servedTitle}>· {say.served(share)}</span>}
    </span>
  );
}
