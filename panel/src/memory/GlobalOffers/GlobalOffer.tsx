import { useLanguage, useWords } from "../../mohen.tsx";
import { Button } from "../../parts/Button/Button.tsx";
import { Icon } from "../../parts/Icon/Icon.tsx";
import type { Offer } from "../../state/offers.ts";
import { ruleText } from "../rule_text.ts";
import { said } from "../words_learning.ts";
import style from "./GlobalOffers.module.css";

export interface GlobalOfferProps extends Pick<Offer, "rule" | "projects"> {
  busy?: boolean;
  onAccept(): void;
  onDecline(): void;
}

export function GlobalOffer({
  rule,
  projects,
  busy = false,
  onAccept,
  onDecline,
}: GlobalOfferProps) {
  const say = useWords(said);
  const text = ruleText(rule, useLanguage());
  return (
    <article className={style.offer} aria-label={say.offerTitle(projects)}>
      <p className={style.head}>
        <Icon name="globe" size={14} />
        {say.offerTitle(projects)}
      </p>
      <p className={style.text}>{text}</p>
      <p className={style.quiet}>{say.offerText}</p>
      <div className={style.actions}>
        <Button size="small" kind="primary" busy={busy} onClick={onAccept}>
          {say.offerAccept}
        </Button>
        <Button size="small" kind="quiet" disabled={busy} onClick={onDecline}>
          {say.offerDecline}
        </Button>
      </div>
    </article>
  );
}
