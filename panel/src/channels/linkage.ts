import type { Link } from "./client.ts";
import { Ears } from "./ears.ts";

/** A link that tells of its changes, and of nothing else. */
export class Linkage {
  readonly #ears = new Ears<Link>();
  #state: Link;

  constructor(state: Link = "connecting") {
    this.#state = state;
  }

  get state(): Link {
    return this.#state;
  }

  become(state: Link): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#ears.tell(state);
  }

  onChange(hear: (link: Link) => void): () => void {
    return this.#ears.add(hear);
  }
}
