import { createRoot } from "react-dom/client";
import { firstLanguage } from "../state/manner.ts";
import { come } from "../words/languages.ts";
import { createEntry, takeTicket } from "./entry.ts";
import { Root } from "./Root/Root.tsx";
import "./page.css";

const place = document.getElementById("root");
if (place) {
  const ticket = takeTicket(location, history);
  const home = document.querySelector<HTMLMetaElement>('meta[name="mohen-home"]')?.content;
  const team = document.querySelector('meta[name="mohen-team"]') !== null;
  const entry = createEntry(localStorage, home);
  come(firstLanguage(localStorage)).then(
    () => createRoot(place).render(<Root entry={entry} team={team} {...(ticket && { ticket })} />),
    // The words are missing, so these two sentences are all there is to say.
    () =>
      place.replaceChildren(
        "这一页没有载入完整，请重新载入。The page came in parts; load it again.",
      ),
  );
}
