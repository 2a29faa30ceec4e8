import { createStore } from "zustand/vanilla";

/** The dialogs that stand open, the topmost last. Behind a modal dialog nothing can be reached,
 * so what must stay reachable (the toasts) moves into the topmost one. */
export const opened = createStore<readonly HTMLDialogElement[]>()(() => []);

export function entered(dialog: HTMLDialogElement): () => void {
  opened.setState([...opened.getState(), dialog], true);
  return () =>
    opened.setState(
      opened.getState().filter((each) => each !== dialog),
      true,
    );
}
