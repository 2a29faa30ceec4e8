import { type ReactNode, useId } from "react";
import type { Layer } from "../../channels/generated.ts";
import { useInside, useLanguage, useWords } from "../../mohen.tsx";
import { Badge } from "../../parts/Badge/Badge.tsx";
import { Disclosure } from "../../parts/Disclosure/Disclosure.tsx";
import { Notice } from "../../parts/Notice/Notice.tsx";
import { count, either } from "../../words/index.ts";
import { Copyable } from "../Copyable/Copyable.tsx";
import { fileName, isFile } from "../reference_text.ts";
import { said } from "../words_inspector.ts";
import style from "./ContextView.module.css";
import { type Context, layerName, type Projection, sectionName } from "./context.ts";
import { LayerCard } from "./LayerCard.tsx";

export interface ContextViewProps {
  context: Context;
  /** The same under the older four names, where it is known. */
  projection?: Projection | undefined;
  ruleText?(id: string): string | undefined;
  /** Nothing was sent: it is what would be. */
  foresight?: boolean;
  hideTitle?: boolean;
  /** The full text, or the way to it. */
  children?: ReactNode;
}

export function ContextView(props: ContextViewProps) {
  const { context, projection, ruleText = () => undefined, children } = props;
  const { foresight = false, hideTitle = false } = props;
  const say = useWords(said);
  const inside = useInside();
  const id = useId();
  return (
    <section className={style.inspector} aria-labelledby={id} data-prompt={context.promptHash}>
      <header className={style.head}>
        <h3 id={id} className={hideTitle ? "visually-hidden" : style.title}>
          {foresight ? say.titleNow : say.title}
        </h3>
        <p className={style.quiet}>{say.sum(context.tokenCount)}</p>
      </header>
      <Shares layers={context.layers} />
      <Warnings context={context} />
      <ol className={style.layers} aria-label={say.layers}>
        {context.layers.map((layer) => (
          <LayerCard
            key={layer.layer}
            layer={layer}
            injected={context.injected}
            ruleText={ruleText}
          />
        ))}
      </ol>
      {inside && <Stable context={context} />}
      {projection && <FourLayers projection={projection} />}
      {children}
    </section>
  );
}

/** What a provider's cache goes by. */
function Stable({ context }: Pick<ContextViewProps, "context">) {
  const say = useWords(said);
  return (
    <div className={style.stable}>
      <p className={style.sentence}>
        <span>{say.stable}</span>
        {context.stablePrefixUnchanged ? (
          <Badge tone="success" icon="check">
            {say.unchanged}
          </Badge>
        ) : (
          <Badge>{say.changed}</Badge>
        )}
      </p>
      <p className={style.quiet}>{say.stableText}</p>
      <dl className={style.hashes}>
        <dt>{say.prefixHash}</dt>
        <dd>
          <Copyable name={say.prefixHash} value={context.stablePrefixHash} />
        </dd>
        <dt>{say.promptHash}</dt>
        <dd>
          <Copyable name={say.promptHash} value={context.promptHash} />
        </dd>
      </dl>
    </div>
  );
}

/** How the tokens are shared: a bar for the eye, the list below it for everybody. */
function Shares({ layers }: { layers: readonly Layer[] }) {
  const say = useWords(said);
  const language = useLanguage();
  const shown = layers.filter((layer) => layer.tokens > 0);
  return (
    <div className={style.shares} role="img" aria-label={say.picture}>
      {shown.map(({ layer, tokens }) => (
        <span
          key={layer}
          className={style.part}
          data-layer={layer}
          style={{ flexGrow: tokens }}
          title={`L${layer} ${layerName(layer, say)}: ${count(tokens, language)}`}
        />
      ))}
    </div>
  );
}

function Warnings({ context: { warnings, memoryDegraded } }: { context: Context }) {
  const say = useWords(said);
  const language = useLanguage();
  if (warnings.length === 0 && !memoryDegraded) return null;
  const place = (source: string) =>
    isFile(source) ? fileName(source, language) : sectionName(source, say);
  return (
    <Notice tone="warning" title={say.warnings}>
      <ul className={style.warnings}>
        {warnings.map(({ code, source, message }) => (
          <li key={`${code} ${source}`} data-warning={code}>
            {either(message, language)}
            {isFile(source) && ` ${say.warningFrom(place(source))}`}
          </li>
        ))}
        {warnings.length === 0 && <li>{say.memoryDegraded}</li>}
      </ul>
    </Notice>
  );
}

function FourLayers({ projection }: { projection: Projection }) {
  const say = useWords(said);
  const language = useLanguage();
  return (
    <Disclosure summary={say.projection}>
      <p className={style.quiet}>{say.projectionText}</p>
      <dl className={style.four}>
        {projection.map(({ name, tokens, sections }) => (
          <div key={name} className={style.fourth} data-projection={name}>
            <dt>
              {say[`proj_${name}`]} <span className={style.quiet}>{count(tokens, language)}</span>
            </dt>
            <dd className={style.quiet}>
              {sections.map((each) => sectionName(each, say)).join(language === "zh" ? "、" : ", ")}
            </dd>
          </div>
        ))}
      </dl>
    </Disclosure>
  );
}
