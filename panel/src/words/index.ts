// Chinese and English, side by side. Each room keeps its own table beside its components;
// the compiler sees to it that both languages say everything.

export type Language = "zh" | "en";

// biome-ignore lint/suspicious/noExplicitAny: a phrase may take whatever it needs to be said
type Phrase = string | ((...given: any[]) => string);
type Phrases = Record<string, Phrase>;
type Same<T extends Phrases> = { [K in keyof T]: T[K] extends string ? string : T[K] };

export type Words<T extends Phrases> = Record<Language, Same<T>>;

export function words<T extends Phrases>(both: { en: T; zh: Same<T> }): Words<T> {
  return both as Words<T>;
}

/** What the server says in both languages. */
export function either(pair: { en: string; zh: string }, language: Language): string {
  return pair[language];
}

export function percent(share: number, language: Language): string {
  return new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 0 }).format(
    share,
  );
}

export function count(number: number, language: Language): string {
  return new Intl.NumberFormat(language).format(number);
}

export function day(at: number, language: Language): string {
  return new Intl.DateTimeFormat(language, { dateStyle: "medium" }).format(at);
}

export function moment(at: number, language: Language): string {
  return new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }).format(at);
}

const STEPS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ["year", 31_536_000_000],
  ["month", 2_592_000_000],
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
];

/** "3 days ago", "昨天". */
export function ago(at: number, now: number, language: Language): string {
  const relative = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  for (const [unit, length] of STEPS) {
    const passed = Math.trunc((at - now) / length);
    if (passed !== 0) return relative.format(passed, unit);
  }
  return relative.format(0, "minute");
}

export function bytes(number: number, language: Language): string {
  const units = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;
  const step = Math.min(units.length - 1, Math.floor(Math.log(Math.max(number, 1)) / Math.log(1024)));
  return new Intl.NumberFormat(language, {
    style: "unit",
    unit: units[step] ?? "byte",
    unitDisplay: "short",
    maximumFractionDigits: step === 0 ? 0 : 1,
  }).format(number / 1024 ** step);
}
