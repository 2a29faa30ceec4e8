import { line } from "../../pictures/path.ts";
import { corners, lookOf } from "./kinds.ts";

/** The form of a kind, as it stands in the picture; beside its name. */
export function KindMark({ type }: { type: string }) {
  const { form, colour } = lookOf(type);
  const points = corners(form, 5);
  const paint =
    form === "ring"
      ? { fill: "none", stroke: `var(${colour})`, strokeWidth: 2 }
      : { fill: `var(${colour})` };
  return (
    <svg width="14" height="14" viewBox="-7 -7 14 14" aria-hidden="true" focusable="false">
      {points.length === 0 ? (
        <circle r={5} {...paint} />
      ) : (
        <path d={`${line(points)}Z`} {...paint} />
      )}
    </svg>
  );
}
