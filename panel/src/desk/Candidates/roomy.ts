import { type RefObject, useLayoutEffect, useState } from "react";

/** From this width on, candidates stand side by side; and each has what a line and its buttons need. */
const ROOMY_PX = 640;
const EACH_PX = 230;

export function useRoomy(element: RefObject<HTMLElement | null>, candidates: number): boolean {
  const [roomy, setRoomy] = useState(false);
  useLayoutEffect(() => {
    const on = element.current;
    if (!on) return;
    const measure = () => setRoomy(on.clientWidth >= Math.max(ROOMY_PX, candidates * EACH_PX));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(on);
    return () => observer.disconnect();
  }, [element, candidates]);
  return roomy;
}
