import { type RefObject, useLayoutEffect, useState } from "react";

/** From this width on, candidates stand side by side. */
const ROOMY_PX = 640;

export function useRoomy(element: RefObject<HTMLElement | null>): boolean {
  const [roomy, setRoomy] = useState(false);
  useLayoutEffect(() => {
    const on = element.current;
    if (!on) return;
    const measure = () => setRoomy(on.clientWidth >= ROOMY_PX);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(on);
    return () => observer.disconnect();
  }, [element]);
  return roomy;
}
