import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { drawn, type IconLike, type IconName } from "../Icon/Icon.tsx";
import { IconButton } from "../IconButton/IconButton.tsx";
import style from "./Menu.module.css";
import { place } from "./place.ts";

export interface MenuItem {
  id: string;
  label: string;
  icon?: IconLike;
  danger?: boolean;
  disabled?: boolean;
  onSelect(): void;
}

export interface MenuProps {
  label: string;
  icon?: IconName;
  size?: "small" | "medium";
  items: readonly MenuItem[];
}

export function Menu({ label, icon = "more", size, items }: MenuProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState<"first" | "last">();

  function leave() {
    setOpen(undefined);
    button.current?.focus();
  }

  return (
    <>
      <IconButton
        ref={button}
        label={label}
        icon={icon}
        {...(size && { size })}
        aria-haspopup="menu"
        aria-expanded={open !== undefined}
        aria-controls={open && id}
        onClick={() => setOpen(open ? undefined : "first")}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
          event.preventDefault();
          setOpen(event.key === "ArrowDown" ? "first" : "last");
        }}
      />
      {open && (
        <Items
          id={id}
          label={label}
          items={items}
          begin={open}
          button={button}
          onLeave={leave}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
}

interface ItemsProps {
  id: string;
  label: string;
  items: readonly MenuItem[];
  begin: "first" | "last";
  button: { readonly current: HTMLButtonElement | null };
  onLeave(): void;
  onClose(): void;
}

function Items({ id, label, items, begin, button, onLeave, onClose }: ItemsProps) {
  const menu = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  close.current = onClose;

  useEffect(() => {
    const shown = menu.current;
    const beside = button.current;
    if (!shown || !beside) return;
    // A popover stands above everything: no scrolling sidebar cuts it off.
    shown.showPopover();
    place(shown, beside);
    const all = shown.querySelectorAll<HTMLElement>("[role=menuitem]");
    all[begin === "first" ? 0 : all.length - 1]?.focus();

    const leave = () => close.current();
    const away = (event: Event) => {
      const target = event.target as Node;
      if (!shown.contains(target) && !beside.contains(target)) leave();
    };
    document.addEventListener("pointerdown", away, true);
    document.addEventListener("scroll", away, true);
    window.addEventListener("resize", leave);
    return () => {
      document.removeEventListener("pointerdown", away, true);
      document.removeEventListener("scroll", away, true);
      window.removeEventListener("resize", leave);
    };
  }, [begin, button]);

  function press(event: KeyboardEvent) {
    if (event.key === "Escape") {
      // Only the menu goes, not the dialog it may stand in.
      event.preventDefault();
      event.stopPropagation();
      onLeave();
      return;
    }
    if (event.key === "Tab") return onLeave();
    const all = [...(menu.current?.querySelectorAll<HTMLElement>("[role=menuitem]") ?? [])];
    const next = all[wanted(event.key, all)];
    if (!next) return;
    event.preventDefault();
    next.focus();
  }

  return (
    <div
      ref={menu}
      id={id}
      className={style.menu}
      role="menu"
      aria-label={label}
      popover="manual"
      onKeyDown={press}
    >
      {items.map((item) => (
        <button
          key={item.id}
          type="button"
          role="menuitem"
          tabIndex={-1}
          className={style.item}
          data-danger={item.danger || undefined}
          aria-disabled={item.disabled || undefined}
          onClick={() => {
            if (item.disabled) return;
            onLeave();
            item.onSelect();
          }}
        >
          {drawn(item.icon)}
          {item.label}
        </button>
      ))}
    </div>
  );
}

/** Which item a key asks for: a neighbour, an end, or the next that begins with the letter. */
function wanted(key: string, all: readonly HTMLElement[]): number {
  const at = all.indexOf(document.activeElement as HTMLElement);
  if (key === "ArrowDown") return (at + 1) % all.length;
  if (key === "ArrowUp") return (at - 1 + all.length) % all.length;
  if (key === "Home") return 0;
  if (key === "End") return all.length - 1;
  if ([...key].length !== 1 || key === " ") return -1;
  const after = [...all.keys()].map((step) => (at + 1 + step) % all.length);
  const begins = (index: number) =>
    all[index]?.textContent?.toLowerCase().startsWith(key.toLowerCase());
  return after.find(begins) ?? -1;
}
