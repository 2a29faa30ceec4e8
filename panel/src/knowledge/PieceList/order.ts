import type { Piece } from "../../state/knowledge.ts";

export type Order = "matter" | "time";

/** What matters most, or what is newest, first; equals stay as they came. */
export function ordered(pieces: readonly Piece[], order: Order): Piece[] {
  const worth = ({ importance, score }: Piece) => importance * score;
  return [...pieces].sort((a, b) =>
    order === "matter"
      ? worth(b) - worth(a) || b.createdAt - a.createdAt
      : b.createdAt - a.createdAt || worth(b) - worth(a),
  );
}
