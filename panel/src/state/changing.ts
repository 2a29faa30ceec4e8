import { Failure } from "../channels/client.ts";
import type { Mohen } from "../mohen.tsx";
import { explain } from "../parts/FailureNotice/failures.ts";

/** A list whose items are changed one at a time. */
interface Changeable {
  busy: ReadonlySet<string>;
  load(): Promise<void>;
}

/** Changes one item: it is busy until the list was asked for anew. A refusal is told. */
export function changer(
  { toasts, manner }: Mohen,
  set: (part: Pick<Changeable, "busy">) => void,
  get: () => Changeable,
) {
  return async (id: string, call: () => Promise<unknown>): Promise<void> => {
    set({ busy: new Set([...get().busy, id]) });
    try {
      await call();
      await get().load();
    } catch (failure) {
      if (!(failure instanceof Failure)) throw failure;
      const { title } = explain(failure, manner.getState().language);
      toasts.getState().show({ tone: "danger", text: title });
    } finally {
      set({ busy: new Set([...get().busy].filter((each) => each !== id)) });
    }
  };
}
