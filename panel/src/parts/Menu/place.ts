const GAP = 4;

/** Puts a popover beside its button: below and flush with its right edge, and where that does not
 * fit above, or as far in as the window reaches. */
export function place(shown: HTMLElement, beside: HTMLElement) {
  const from = beside.getBoundingClientRect();
  const { width, height } = shown.getBoundingClientRect();
  const below = from.bottom + GAP;
  const fits = below + height <= innerHeight || from.top < innerHeight - from.bottom;
  const left = from.right - width >= GAP ? from.right - width : from.left;
  shown.style.top = `${Math.max(GAP, fits ? below : from.top - GAP - height)}px`;
  shown.style.left = `${Math.max(GAP, Math.min(left, innerWidth - width - GAP))}px`;
}
