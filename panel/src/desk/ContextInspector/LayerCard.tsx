import type { InjectedShape, Layer } from "../../channels/generated.ts";
import { useLanguage, useWords } from "../../mohen.tsx";
import { Badge, type BadgeProps } from "../../parts/Badge/Badge.tsx";
import { Disclosure } from "../../parts/Disclosure/Disclosure.tsx";
import { either, percent } from "../../words/index.ts";
import { fileName } from "../reference_text.ts";
import { said } from "../words_inspector.ts";
import { layerName, reasonInWords, sourceName } from "./context.ts";
import style from "./LayerCard.module.css";

export interface LayerCardProps {
  layer: Layer;
  injected: InjectedShape;
  ruleText(id: string): string | undefined;
}

const TONES: Record<Layer["status"], NonNullable<BadgeProps["tone"]>> = {
  ok: "success",
  empty: "neutral",
  masked: "neutral",
  degraded: "warning",
};

/** One layer of a prompt: how full it is, what is in it and what had to stay out. */
export function LayerCard({ layer, injected, ruleText }: LayerCardProps) {
  const say = useWords(said);
  const language = useLanguage();
  const things = contents(layer, injected);
  const share = layer.budget > 0 ? Math.min(1, layer.tokens / layer.budget) : 0;
  return (
    <li className={style.layer} data-layer={layer.layer} data-status={layer.status}>
      <div className={style.head}>
        <span className={style.mark} aria-hidden="true" />
        <span className={style.name}>
          L{layer.layer} {layerName(layer.layer, say)}
        </span>
        {layer.status !== "ok" && (
          <Badge tone={TONES[layer.status]}>{say[`status_${layer.status}`]}</Badge>
        )}
        <span className={style.used}>{say.used(layer.tokens, layer.budget)}</span>
      </div>
      <span className={style.room} aria-hidden="true">
        <span className={style.fill} style={{ inlineSize: `${share * 100}%` }} />
      </span>
      {(things.length > 0 || layer.trimmed.length > 0) && (
        <div className={style.more}>
          {things.length > 0 && (
            <Disclosure summary={`${say.contains} (${things.length})`}>
              <ul className={style.things}>
                {things.map((each) => (
                  <li key={each.id} title={each.kind === "file" ? each.id : undefined}>
                    <Thing thing={each} />
                  </li>
                ))}
              </ul>
            </Disclosure>
          )}
          {layer.trimmed.length > 0 && (
            <Disclosure summary={say.cutsSome(layer.trimmed.length)}>
              <ul className={style.things}>
                {layer.trimmed.map((cut) => (
                  <li key={`${cut.source} ${cut.action}`} data-cut={cut.reason}>
                    <span title={cut.source}>{sourceName(cut.source, language, ruleText)}</span>
                    <span className={style.quiet}>
                      {[
                        cut.action === "dropped"
                          ? say.dropped(cut.beforeChars)
                          : say.trimmed(cut.beforeChars, cut.afterChars),
                        cut.boundary ? say[`boundary_${cut.boundary}`] : "",
                        reasonInWords(cut.reason, say),
                      ]
                        .filter(Boolean)
                        .join(" · ")}
                    </span>
                  </li>
                ))}
              </ul>
            </Disclosure>
          )}
        </div>
      )}
    </li>
  );
}

type Content =
  | { kind: "rule"; id: string; rule: InjectedShape["memory"][number] }
  | { kind: "episode"; id: string; episode: InjectedShape["episodes"][number] }
  | { kind: "file"; id: string };

/** Files and rules say in which layer they are; what was recalled for the request is in the last. */
function contents({ layer, refs }: Layer, { memory, episodes }: InjectedShape): Content[] {
  const rules = memory.filter((each) => each.layer === layer);
  return [
    ...rules.map((rule): Content => ({ kind: "rule", id: rule.id, rule })),
    ...refs.map((id): Content => ({ kind: "file", id })),
    ...(layer === 5
      ? episodes.map((episode): Content => ({ kind: "episode", id: episode.id, episode }))
      : []),
  ];
}

function Thing({ thing }: { thing: Content }) {
  const say = useWords(said);
  const language = useLanguage();
  if (thing.kind === "file") return fileName(thing.id, language);
  if (thing.kind === "episode")
    return (
      <>
        <span>{say.source_episode}</span>
        <span className={style.quiet}>
          {say.matched(percent(thing.episode.score, language))} ·{" "}
          {either(thing.episode.reason, language)}
        </span>
      </>
    );
  return (
    <>
      <span className={style.prose}>{thing.rule.content}</span>
      <span className={style.quiet}>
        {thing.rule.userConfirmed
          ? say.confirmed
          : say.confidence(percent(thing.rule.confidence, language))}
      </span>
    </>
  );
}
