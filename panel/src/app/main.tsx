import { createRoot } from "react-dom/client";
import { createEntry, takeTicket } from "./entry.ts";
import { Root } from "./Root/Root.tsx";
import "./page.css";

const place = document.getElementById("root");
if (place) {
  const ticket = takeTicket(location, history);
  createRoot(place).render(
    <Root entry={createEntry(sessionStorage)} {...(ticket && { ticket })} />,
  );
}
