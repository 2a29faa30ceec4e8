import type { ModelShape, Offers } from "../../channels/generated.ts";

export type Preset = Offers["presets"][number];

/** Who is to write, as the form has it before it is saved. */
export interface Draft {
  /** `none`, `offline`, the name of a known server, or `custom`. */
  readonly choice: string;
  readonly model: string;
  readonly baseUrl: string;
  readonly apiKeyEnv: string;
  readonly window: string;
}

const OPENAI = "https://api.openai.com/v1";
export const CUSTOM = "custom";
export const LOCAL = "local";
/** What needs no address. */
export const UNSERVED = ["none", "offline", LOCAL];

/** What is set, as the form shows it. */
export function written(model: ModelShape, presets: readonly Preset[]): Draft {
  const baseUrl = model.baseUrl ?? (model.kind === "openai" ? OPENAI : "");
  const known = presets.find((each) => each.baseUrl === baseUrl);
  return {
    choice: model.kind === "openai" ? (known?.id ?? CUSTOM) : model.kind,
    model: model.model ?? "",
    baseUrl: known ? "" : baseUrl,
    apiKeyEnv: model.apiKeyEnv ?? "",
    window: model.window ? String(model.window) : "",
  };
}
