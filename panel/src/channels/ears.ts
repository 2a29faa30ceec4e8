/** Those who want to hear something. One who fails does not keep the others from hearing. */
export class Ears<T> {
  readonly #ears = new Set<(said: T) => void>();

  add(hear: (said: T) => void): () => void {
    const own = (said: T) => hear(said); // the same function may listen twice
    this.#ears.add(own);
    return () => this.#ears.delete(own);
  }

  tell(said: T): void {
    for (const hear of [...this.#ears]) {
      try {
        hear(said);
      } catch (error) {
        // Where the page reports what nobody caught.
        setTimeout(() => {
          throw error;
        });
      }
    }
  }
}
