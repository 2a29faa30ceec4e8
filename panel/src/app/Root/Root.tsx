import { useEffect, useMemo, useState } from "react";
import { httpClient } from "../../channels/http.ts";
import { createMohen, type Mohen, MohenProvider } from "../../mohen.tsx";
import { keepHere, keptHere } from "../../state/drafts.ts";
import { come } from "../../words/languages.ts";
import { App } from "../App/App.tsx";
import { type Entry, knock, type Pass, takeTicket } from "../entry.ts";
import { Gate, type GateProps } from "../Gate/Gate.tsx";

export interface RootProps {
  entry: Entry;
  /** From the link that `mohen serve` printed. */
  ticket?: string;
  /** Of a team: entered with a token alone. */
  team?: boolean;
  /** To the plain page that says what to do with a link that lets nobody in. */
  leave?: () => void;
}

type Standing = { at: "door" } | { at: "gate"; because?: GateProps["because"] } | { at: "in" };

/** Lets one in: a ticket is exchanged, a key is tried, and without either there is the gate. */
export function Root({ entry, ticket: first, team = false, leave = toClosed }: RootProps) {
  const ticket = useTicket(first);
  const [standing, setStanding] = useState<Standing>(
    ticket ? { at: "door" } : { at: entry.pass() ? "in" : "gate" },
  );
  const [mohen, borne] = useMemo(() => begin(entry), [entry]);
  useEffect(() => {
    if (!ticket) return;
    knockOnce(ticket, entry).then(
      (pass) => {
        if (pass) entry.keep(pass);
        if (pass && mohen.client.link === "refused") return beginAnew();
        // Whoever came in before stays in, whatever link they follow.
        if (entry.pass()) setStanding({ at: "in" });
        else leave();
      },
      () => setStanding({ at: "gate", because: "unreachable" }),
    );
  }, [entry, leave, mohen, ticket]);

  const isIn = standing.at === "in";
  useEffect(() => {
    // Who watches the link opens it: without a key that would be refused, and told too late.
    if (!isIn) return;
    const look = () => {
      if (mohen.client.link !== "refused") return;
      // Another window may have been let in meanwhile.
      if (entry.pass() && entry.pass()?.key !== borne()) return beginAnew();
      entry.drop();
      setStanding({ at: "gate", because: "refused" });
    };
    const stop = mohen.client.onLink(look);
    look(); // the stores have asked before us, and may have their answer
    return stop;
  }, [entry, mohen, borne, isIn]);
  useEffect(() => {
    if (standing.at !== "gate") return;
    const look = () => entry.pass() && beginAnew();
    addEventListener("storage", look);
    return () => removeEventListener("storage", look);
  }, [entry, standing]);
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
          team={team}
          {...(standing.because && { because: standing.because })}
          onToken={(token) =>
            knock({ token }, undefined).then(
              (pass) => {
                if (!pass) return setStanding({ at: "gate", because: "token" });
                entry.keep(pass);
                beginAnew();
              },
              () => setStanding({ at: "gate", because: "unreachable" }),
            )
          }
        />
      )}
    </MohenProvider>
  );
}

/** A refused client stays refused: a new page begins with the new key. */
function beginAnew(): void {
  location.reload();
}

function toClosed(): void {
  location.replace("/closed");
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
const asked = new Map<string, Promise<Pass | undefined>>();

function knockOnce(ticket: string, entry: Entry): Promise<Pass | undefined> {
  const known = asked.get(ticket) ?? knock({ ticket }, entry.pass());
  asked.set(ticket, known);
  return known;
}

const PROJECT = "mohen-project";

/** And the key that was borne last. */
function begin(entry: Entry): [Mohen, () => string | undefined] {
  const kept = keptHere(PROJECT);
  let borne: string | undefined;
  const key = () => {
    borne = entry.pass()?.key;
    return borne;
  };
  const mohen = createMohen({
    client: httpClient({ key }),
    keep: localStorage,
    heard: come,
    browserId: () => entry.pass()?.id,
    ...(typeof kept === "string" && { projectId: kept }),
  });
  mohen.place.subscribe(({ projectId }) => keepHere(PROJECT, projectId));
  return [mohen, () => borne];
}
