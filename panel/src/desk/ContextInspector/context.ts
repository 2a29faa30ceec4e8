import type { InjectedShape, Layer, Projected, Warning } from "../../channels/generated.ts";
import type { Language } from "../../words/index.ts";
import { fileName, isFile } from "../reference_text.ts";
import { type Said, said } from "../words_inspector.ts";

/** What can be said of any prompt: a run's, an assembled one's, or one that is only looked at. */
export interface Context {
  readonly layers: readonly Layer[];
  readonly tokenCount: number;
  readonly stablePrefixHash: string;
  readonly promptHash: string;
  readonly stablePrefixUnchanged: boolean;
  readonly injected: InjectedShape;
  readonly warnings: readonly Warning[];
  readonly memoryDegraded: boolean;
}

export type Projection = readonly Projected[];

const NAMES = ["layer0", "layer1", "layer2", "layer3", "layer4", "layer5"] as const;

export function layerName(layer: number, say: Said): string {
  const name = NAMES[layer];
  return name ? say[name] : say.layerOther(layer);
}

/** A section of a prompt by its name. */
export function sectionName(name: string, say: Said): string {
  return phrase(`sec_${name}`, say) ?? name;
}

/** Why something was cut, in words; a newer server may have reasons that are not known here. */
export function reasonInWords(code: string, say: Said): string {
  return phrase(`reason_${code}`, say) ?? say.reason_other(code);
}

/** What a cut was made of: a file, a rule, a side of the text. */
export function sourceName(
  source: string,
  language: Language,
  ruleText: (id: string) => string | undefined,
): string {
  const say = said[language];
  const named = phrase(`source_${source}`, say);
  if (named) return named;
  const rule = ruleText(source);
  if (rule) return rule;
  if (source.startsWith("rule_")) return say.source_rule;
  if (source.startsWith("ep_")) return say.source_episode;
  if (isFile(source)) return fileName(source, language);
  return say.source_knowledge;
}

function phrase(key: string, say: Said): string | undefined {
  const found = Object.hasOwn(say, key) ? say[key as keyof Said] : undefined;
  return typeof found === "string" ? found : undefined;
}
