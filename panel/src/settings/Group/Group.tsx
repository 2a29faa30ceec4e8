import { type ReactNode, useId } from "react";
import style from "./Group.module.css";

export interface GroupProps {
  /** What the list of groups jumps to. */
  name: string;
  title: string;
  lead?: string;
  children: ReactNode;
}

/** Settings that belong together. */
export function Group({ name, title, lead, children }: GroupProps) {
  const id = useId();
  return (
    <section className={style.group} aria-labelledby={id} data-group={name}>
      <h2 id={id} className={style.title} tabIndex={-1}>
        {title}
      </h2>
      {lead && <p className={style.lead}>{lead}</p>}
      <div className={style.body}>{children}</div>
    </section>
  );
}
