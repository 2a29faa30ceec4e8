import { createStore, type StoreApi } from "zustand/vanilla";
import { Failure } from "../channels/client.ts";
import { countPoints, pointsBefore } from "../desk/Editor/points.ts";
import type { Mohen } from "../mohen.tsx";

/** What the author looks at: a chapter, and the text around the cursor. */
export interface Focus {
  chapterId: string;
  text: string;
  /** UTF-16 units, as the editor counts. */
  cursor: number;
  sceneType?: string;
}

/** The session of working memory: it lasts while one sits at the desk with a project. */
export interface Working {
  sessionId: string | undefined;
  /** The session to name in a run; undefined where there can be none now. */
  ensure(): Promise<string | undefined>;
  /** The server does not know the session any more: it was restarted. */
  renew(): Promise<string | undefined>;
  look(focus: Focus): void;
  end(): Promise<void>;
}

/** How long the author stays at a place before it counts as looked at. */
export const LOOK_MS = 1_500;
/** So much on each side of the cursor is what one sees. */
const SEEN = 2_000;

export function createWorking(mohen: Mohen): StoreApi<Working> {
  const { client, place } = mohen;
  let beginning: Promise<string | undefined> | undefined;
  /** Whose the session is. */
  let projectId: string | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** What the session is called: where the server still knows it, it goes on. */
  let name: string | undefined;

  const store = createStore<Working>()((set, get) => {
    async function begin(): Promise<string | undefined> {
      const mine = place.getState().projectId;
      if (mine === undefined) return undefined;
      const goesOn = name === undefined ? {} : { sessionId: name };
      const { data } = await client.call("session:begin", { projectId: mine, ...goesOn });
      if (place.getState().projectId !== mine) {
        // The author went on meanwhile: nobody will work in this one.
        const { sessionId } = data;
        void calmly(client.call("session:end", { sessionId, projectId: mine }));
        return undefined;
      }
      projectId = mine;
      name = data.sessionId;
      set({ sessionId: name });
      return name;
    }

    async function focus(seen: Focus, isRetry = false): Promise<void> {
      const sessionId = await get().ensure();
      if (sessionId === undefined) return;
      const from = Math.max(0, seen.cursor - SEEN);
      const text = seen.text.slice(from, seen.cursor + SEEN);
      const failure = await calmly(
        client.call("session:focus", {
          sessionId,
          projectId,
          chapterId: seen.chapterId,
          sceneType: seen.sceneType,
          text,
          cursor: Math.min(pointsBefore(text, seen.cursor - from), countPoints(text)),
        }),
      );
      if (failure?.code !== "NOT_FOUND" || isRetry) return;
      await get().renew();
      await focus(seen, true);
    }

    return {
      sessionId: undefined,
      async ensure() {
        if (get().sessionId !== undefined) return get().sessionId;
        if (beginning === undefined) {
          const own = begin()
            .catch(() => undefined) // a desk without working memory is still a desk
            .finally(() => {
              if (beginning === own) beginning = undefined;
            });
          beginning = own;
        }
        return beginning;
      },
      renew() {
        set({ sessionId: undefined });
        return get().ensure();
      },
      look(seen) {
        clearTimeout(timer);
        timer = setTimeout(() => void focus(seen), LOOK_MS);
      },
      async end() {
        clearTimeout(timer);
        const { sessionId } = get();
        beginning = undefined;
        name = undefined;
        if (sessionId === undefined) return;
        set({ sessionId: undefined });
        await calmly(client.call("session:end", { sessionId, projectId }, { keepalive: true }));
      },
    };
  });
  place.subscribe((now, before) => {
    if (now.projectId === before.projectId) return;
    void store.getState().end();
    void store.getState().ensure();
  });
  client.onLink((link) => {
    if (link === "live" && store.getState().sessionId !== undefined) void store.getState().renew();
  });
  return store;
}

/** Working memory helps and never stands in the way: what failed is answered, not thrown. */
async function calmly(call: Promise<unknown>): Promise<Failure | undefined> {
  try {
    await call;
    return undefined;
  } catch (failure) {
    if (failure instanceof Failure) return failure;
    throw failure;
  }
}
