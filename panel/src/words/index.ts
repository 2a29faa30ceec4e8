// Chinese and English, side by side. Each room keeps its own table beside its components;
// the compiler sees to it that both languages say everything.

export type Language = "zh" | "en";

// biome-ignore lint/suspicious/noExplicitAny: a phrase may take whatever it needs to be said
type Phrase = string | ((...given: any[]) => string);
type Phrases = Record<string, Phrase>;
type Same<T extends Phrases> = { [K in keyof T]: T[K] extends string ? string : T[K] };

export type Words<T extends Phrases> = Record<Language, Same<T>>;

export function words<T extends Phrases>(both: { en: T; zh: Same<T> }): Words<T> {
  return { en: nesting(both.en, "“”‘’"), zh: nesting(both.zh, "「」『』") } as Words<T>;
}

/** What is quoted may itself quote: 「避免使用『忽然』」. */
function nesting(phrases: Phrases, marks: string): Phrases {
  const made = Object.entries(phrases).map(([name, phrase]) => [
    name,
    typeof phrase === "string" ? phrase : (...given: unknown[]) => nested(phrase(...given), marks),
  ]);
  return Object.fromEntries(made) as Phrases;
}

export function nested(text: string, [open, close, inner, end]: string): string {
  let depth = 0;
  return text.replace(/[“”「」]/g, (mark) => {
    if (mark === open) return depth++ === 0 ? mark : (inner as string);
    if (mark !== close || depth === 0) return mark;
    return --depth === 0 ? mark : (end as string);
  });
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

/** How sure the memory is: cut off, so that nothing is said to be surer than it is. */
export function surely(confidence: number, language: Language): string {
  return percent(Math.floor(confidence * 100 + 1e-6) / 100, language);
}

/** So much of an author's words as fits into a sentence about them. */
export function brief(text: string, most = 48): string {
  const signs = [...new Intl.Segmenter().segment(text)];
  return signs.length <= most ? text : `${text.slice(0, signs[most - 1]?.index)}…`;
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

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const JUST_NOW = { en: "just now", zh: "刚刚" };

/** "3 days ago", "昨天". Days are those of the calendar: what happened the evening before last is
 * not yesterday, even if it is less than 48 hours old. */
export function ago(at: number, now: number, language: Language): string {
  const passed = Math.abs(at - now);
  if (passed < MINUTE) return JUST_NOW[language];
  const relative = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  if (passed < HOUR) return relative.format(Math.trunc((at - now) / MINUTE), "minute");
  if (passed < DAY) return relative.format(Math.trunc((at - now) / HOUR), "hour");
  const days = Math.round((midnight(at) - midnight(now)) / DAY);
  if (Math.abs(days) < 30) return relative.format(days, "day");
  // "Last month" would be the calendar's; beyond some weeks only the distance matters.
  const far = new Intl.RelativeTimeFormat(language, { numeric: "always" });
  if (Math.abs(days) < 365) return far.format(Math.trunc(days / 30), "month");
  return far.format(Math.trunc(days / 365), "year");
}

function midnight(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0);
}

export function bytes(number: number, language: Language): string {
  const units = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;
  let step = 0;
  while (step < units.length - 1 && number >= 1024 ** (step + 1)) step += 1;
  return new Intl.NumberFormat(language, {
    style: "unit",
    unit: units[step] ?? "byte",
    unitDisplay: step === 0 ? "long" : "short", // "44 byte" is no English
    maximumFractionDigits: step === 0 ? 0 : 1,
  }).format(number / 1024 ** step);
}
