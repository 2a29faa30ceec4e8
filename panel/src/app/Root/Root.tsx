import { useEffect, useMemo, useState } from "react";
import { httpClient } from "../../channels/http.ts";
import { createMohen, type Mohen, MohenProvider } from "../../mohen.tsx";
import { keepHere, keptHere } from "../../state/drafts.ts";
import { App } from "../App/App.tsx";
import { type Entry, exchange, takeTicket } from "../entry.ts";
import { Gate, type GateProps } from "../Gate/Gate.tsx";

export interface RootProps {
  entry: Entry;
  /** From the link that `mohen serve` printed. */
  ticket?: string;
}

type Standing = { at: "door" } | { at: "gate"; because?: GateProps["because"] } | { at: "in" };

/** Lets one in: a ticket is exchanged, a token is tried, and without either there is the gate. */
export function Root({ entry, ticket: first }: RootProps) {
  const ticket = useTicket(first);
  const [standing, setStanding] = useState<Standing>(
    ticket ? { at: "door" } : { at: entry.token() ? "in" : "gate" },
  );
  const mohen = useMemo(() => begin(entry), [entry]);
  useEffect(() => {
    if (!ticket) return;
    exchangeOnce(ticket).then(
      (token) => {
        if (token) entry.keep(token);
        if (token && mohen.client.link === "refused") return beginAnew();
        // Whoever came in before with another link stays in.
        setStanding(entry.token() ? { at: "in" } : { at: "gate", because: "used" });
      },
      () => setStanding({ at: "gate", because: "unreachable" }),
    );
  }, [entry, mohen, ticket]);

  const isIn = standing.at === "in";
  useEffect(() => {
    // Who watches the link opens it: without a token that would be refused, and told too late.
    if (!isIn) return;
    const look = () => {
      if (mohen.client.link !== "refused" || !entry.token()) return;
      entry.drop();
      setStanding({ at: "gate", because: "refused" });
    };
    const leave = mohen.client.onLink(look);
    look(); // the stores have asked before us, and may have their answer
    return leave;
  }, [entry, mohen, isIn]);
  useEffect(() => {
    const speak = () =>
      document.documentElement.setAttribute("lang", mohen.manner.getState().language);
    speak();
    return mohen.manner.subscribe(speak);
  }, [mohen]);

  return (
    <MohenProvider mohen={mohen}>
      {isIn && <App />}
      {standing.at === "gate" && (
        <Gate
          {...(standing.because && { because: standing.because })}
          onToken={(token) => {
            entry.keep(token);
            beginAnew();
          }}
        />
      )}
    </MohenProvider>
  );
}

/** A refused client stays refused: a new page begins with the new token. */
function beginAnew(): void {
  location.reload();
}

/** The newest ticket: another link may be pasted over an open page, which only changes its hash. */
function useTicket(first: string | undefined): string | undefined {
  const [ticket, setTicket] = useState(first);
  useEffect(() => {
    const look = () => setTicket((before) => takeTicket(location, history) ?? before);
    addEventListener("hashchange", look);
    return () => removeEventListener("hashchange", look);
  }, []);
  return ticket;
}

// An effect runs twice in development, and a ticket is good for one use.
const asked = new Map<string, Promise<string | undefined>>();

function exchangeOnce(ticket: string): Promise<string | undefined> {
  const known = asked.get(ticket) ?? exchange(ticket);
  asked.set(ticket, known);
  return known;
}

const PROJECT = "mohen-project";

function begin(entry: Entry): Mohen {
  const kept = keptHere(PROJECT);
  const mohen = createMohen({
    client: httpClient({ token: entry.token }),
    keep: localStorage,
    ...(typeof kept === "string" && { projectId: kept }),
  });
  mohen.place.subscribe(({ projectId }) => keepHere(PROJECT, projectId));
  return mohen;
}
