/**
 * For something that is about to go and may hold the focus: call it before, and what it answers
 * after. The focus then goes to what has come in the same place, else to what stands around it.
 */
export function keepFocus(place: HTMLElement | null): () => void {
  const around = place?.parentElement?.closest<HTMLElement>("[tabindex]");
  return () => {
    requestAnimationFrame(() => {
      if (document.activeElement && document.activeElement !== document.body) return;
      const next = place?.isConnected && place.querySelector<HTMLElement>("button:enabled");
      (next || around)?.focus();
    });
  };
}
