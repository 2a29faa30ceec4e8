import { Failure } from "../channels/client.ts";
import type { Mohen } from "../mohen.tsx";
import { again, failed, type Loaded, ready } from "./loaded.ts";

interface Told<T> {
  data: T;
  degraded: readonly string[];
}

/** Asks the server and hears only the answer to its newest question; older ones come too late. */
export function questioner<T>(hear: (change: (before: Loaded<T>) => Loaded<T>) => void) {
  let newest = 0;
  return async (ask: () => Promise<Told<T>>): Promise<void> => {
    const mine = ++newest;
    hear(again);
    try {
      const answer = await ask();
      if (mine === newest) hear(() => ready(answer));
    } catch (failure) {
      if (!(failure instanceof Failure)) throw failure;
      if (mine === newest) hear((before) => failed(before, failure));
    }
  };
}

/** Tells when what was asked for may be another by now: the author stands elsewhere (`moved`), or
 * the server was away and is back. */
export function following(mohen: Mohen, look: (moved: boolean) => void): void {
  let { projectId, scope } = mohen.place.getState();
  mohen.place.subscribe((now) => {
    if (now.projectId === projectId && now.scope === scope) return;
    ({ projectId, scope } = now);
    look(true);
  });
  let lost = false;
  mohen.client.onLink((link) => {
    if (link === "live" && lost) look(false);
    lost = link === "lost" || (lost && link !== "live");
  });
}
