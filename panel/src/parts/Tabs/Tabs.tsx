import { type KeyboardEvent, useEffect, useRef } from "react";
import { useLanguage } from "../../mohen.tsx";
import { count } from "../../words/index.ts";
import style from "./Tabs.module.css";

export interface Tab<Id extends string = string> {
  id: Id;
  label: string;
  /** How much there is behind it. */
  count?: number;
}

export interface TabsProps<Id extends string = string> {
  label: string;
  items: readonly Tab<NoInfer<Id>>[];
  value: Id;
  onChange(id: NoInfer<Id>): void;
  /** The `id` of the one element that shows what is chosen (role `tabpanel`). */
  panelId?: string;
}

/** The `id` of a tab, for the `aria-labelledby` of its panel. */
export function tabId(panelId: string, id: string): string {
  return `${panelId}-tab-${id}`;
}

export function Tabs<Id extends string>({ label, items, value, onChange, panelId }: TabsProps<Id>) {
  const language = useLanguage();
  const list = useRef<HTMLDivElement>(null);

  // A narrow sidebar scrolls its tabs: the chosen one is always in sight.
  useEffect(() => {
    const chosen = list.current?.querySelector(`[data-tab="${CSS.escape(value)}"]`);
    chosen?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [value]);

  function press(event: KeyboardEvent) {
    // With these the arrows are the browser's: back, forward, the next word.
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const at = items.findIndex((item) => item.id === value);
    const next = items[target(event.key, at, items.length)];
    if (!next) return;
    event.preventDefault();
    onChange(next.id);
    list.current?.querySelector<HTMLElement>(`[data-tab="${CSS.escape(next.id)}"]`)?.focus();
  }

  return (
    <div ref={list} className={style.tabs} role="tablist" aria-label={label}>
      {items.map((item) => (
        <button
          key={item.id}
          type="button"
          role="tab"
          className={style.tab}
          data-tab={item.id}
          id={panelId && tabId(panelId, item.id)}
          aria-selected={item.id === value}
          aria-controls={panelId}
          tabIndex={item.id === value ? 0 : -1}
          onClick={() => onChange(item.id)}
          onKeyDown={press}
        >
          <span className={style.label} data-label={item.label}>
            {item.label}
          </span>
          {item.count !== undefined && (
            <span className={style.count}>{count(item.count, language)}</span>
          )}
        </button>
      ))}
    </div>
  );
}

function target(key: string, at: number, length: number): number {
  if (key === "ArrowRight") return (at + 1) % length;
  if (key === "ArrowLeft") return (at - 1 + length) % length;
  if (key === "Home") return 0;
  return key === "End" ? length - 1 : -1;
}
