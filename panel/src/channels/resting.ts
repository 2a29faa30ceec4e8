import type { EventStream } from "./events.ts";

const REST_AFTER_MS = 60_000;

/**
 * A browser has six lines to one server, for all its tabs together; a tab that keeps one open
 * takes it from the others. So a tab that nobody has looked at for a while lets its line go.
 */
export function restWhileHidden(
  stream: Pick<EventStream, "rest" | "resume">,
  until: AbortSignal,
  page: Document | undefined = globalThis.document,
): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  until.addEventListener("abort", () => clearTimeout(timer));
  page?.addEventListener(
    "visibilitychange",
    () => {
      clearTimeout(timer);
      if (page.visibilityState === "visible") stream.resume();
      else timer = setTimeout(() => stream.rest(), REST_AFTER_MS);
    },
    { signal: until },
  );
}
