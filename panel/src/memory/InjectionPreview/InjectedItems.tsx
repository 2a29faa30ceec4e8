import type { Degradation } from "../../channels/generated.ts";
import { useLanguage, useWords } from "../../mohen.tsx";
import { Badge } from "../../parts/Badge/Badge.tsx";
import { Disclosure } from "../../parts/Disclosure/Disclosure.tsx";
import { IconButton } from "../../parts/IconButton/IconButton.tsx";
import { Notice } from "../../parts/Notice/Notice.tsx";
import type { Injected } from "../../state/preview.ts";
import { count, either, percent } from "../../words/index.ts";
import { type Said, said } from "../words_care.ts";
import style from "./InjectionPreview.module.css";

export interface InjectedItemsProps {
  items: readonly Injected[];
  /** The rules as they read in the prompt. */
  block: string;
  /** Whether something was asked for beyond what is always there. */
  asked: boolean;
  troubles: readonly Degradation[];
  onRemove(item: Injected): void;
}

/** What goes in: what is always there, and what was recalled for this passage. */
export function InjectedItems({ items, block, asked, troubles, onRemove }: InjectedItemsProps) {
  const say = useWords(said);
  const language = useLanguage();
  const stable = items.filter((each) => each.layer === "stable");
  const dynamic = items.filter((each) => each.layer === "dynamic");
  return (
    <>
      {troubles.map((each) => (
        <Notice key={each.code} tone="warning">
          {either(each.message, language)}
        </Notice>
      ))}
      {asked && (
        <Part
          title={say.dynamic}
          text={dynamic.length > 0 ? say.dynamicText : say.dynamicNone}
          items={dynamic}
          onRemove={onRemove}
        />
      )}
      {stable.length > 0 && (
        <Part title={say.stable} text={say.stableText} items={stable} onRemove={onRemove} />
      )}
      {block !== "" && (
        <Disclosure summary={say.asRead}>
          <pre className={style.block}>{block}</pre>
        </Disclosure>
      )}
    </>
  );
}

interface PartProps {
  title: string;
  text: string;
  items: readonly Injected[];
  onRemove(item: Injected): void;
}

function Part({ title, text, items, onRemove }: PartProps) {
  const language = useLanguage();
  return (
    <section className={style.part} aria-label={title}>
      <h3>
        {title} <span className={style.count}>{count(items.length, language)}</span>
      </h3>
      <p className={style.quiet}>{text}</p>
      {items.length > 0 && (
        <ul className={style.items}>
          {items.map((each) => (
            <Item key={each.id} item={each} onRemove={onRemove} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Item({ item, onRemove }: { item: Injected; onRemove(item: Injected): void }) {
  const say = useWords(said);
  const language = useLanguage();
  const { content, type, scope, reason } = item;
  return (
    <li className={style.item} data-item={item.id}>
      <p className={style.content}>{content}</p>
      <p className={style.about}>
        <Badge>{typeInWords(type, say)}</Badge>
        {scope === "global" && <Badge icon="globe">{say.global}</Badge>}
        <span className={style.quiet}>{either(reason.message, language)}</span>
        {typeof reason.score === "number" && (
          <span className={style.quiet}>{say.match(percent(reason.score, language))}</span>
        )}
      </p>
      <span className={style.remove}>
        <IconButton
          label={say.removeRule(content)}
          icon="trash"
          size="small"
          onClick={() => onRemove(item)}
        />
      </span>
    </li>
  );
}

function typeInWords(type: string, say: Said): string {
  const key = `type_${type}`;
  const phrase = Object.hasOwn(say, key) ? say[key as keyof Said] : undefined;
  return typeof phrase === "string" ? phrase : type;
}
