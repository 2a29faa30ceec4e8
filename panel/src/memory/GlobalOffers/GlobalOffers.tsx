import { useRef } from "react";
import { useNoun } from "../../mohen.tsx";
import { createOffers, type Offer } from "../../state/offers.ts";
import { keepFocus } from "../keep_focus.ts";
import { GlobalOffer } from "./GlobalOffer.tsx";
import style from "./GlobalOffers.module.css";

/** Preferences that several projects share, offered and never applied by themselves (C77). */
export function GlobalOffers() {
  const offers = useNoun(createOffers, (state) => state);
  const root = useRef<HTMLUListElement>(null);
  if (offers.items.length === 0) return null;

  async function answered(act: (offer: Offer) => Promise<void> | void, offer: Offer) {
    const goOn = keepFocus(root.current);
    await act(offer);
    goOn();
  }

  return (
    <ul ref={root} className={style.offers}>
      {offers.items.map((offer) => (
        <li key={offer.id}>
          <GlobalOffer
            rule={offer.rule}
            projects={offer.projects}
            busy={offers.taking === offer.id}
            onAccept={() => void answered(offers.take, offer)}
            onDecline={() => void answered(offers.decline, offer)}
          />
        </li>
      ))}
    </ul>
  );
}
