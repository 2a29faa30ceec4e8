import type { Failure } from "../channels/client.ts";
import type { Settings } from "../channels/generated.ts";
import type { Patch, SettingName } from "../state/settings.ts";

/** What every group of settings is given. */
export interface Changing {
  settings: Settings;
  saving: readonly SettingName[];
  refused: Readonly<Partial<Record<SettingName, Failure>>>;
  /** Answers whether it holds now. */
  onChange(patch: Patch): Promise<boolean>;
}

/** Why one of them was not taken. */
export function refusal(
  refused: Changing["refused"],
  ...names: readonly SettingName[]
): Failure | undefined {
  return names.map((name) => refused[name]).find((each) => each !== undefined);
}

/** A whole number within bounds, or undefined. */
export function wholeNumber(text: string, least: number, most: number): number | undefined {
  const plain = text.trim().replaceAll(",", "");
  const number = /^\d+$/u.test(plain) ? Number(plain) : Number.NaN;
  return number >= least && number <= most ? number : undefined;
}
