import { useEffect, useState } from "react";
import type { Failure } from "../channels/client.ts";

/** What doing something to a thing would do; undefined while it is asked, or there is no thing. */
export function useForeseen<Thing, Would>(
  thing: Thing | undefined,
  foresee: (thing: Thing) => Promise<Would | Failure>,
): Would | Failure | undefined {
  const [would, setWould] = useState<Would | Failure>();
  useEffect(() => {
    setWould(undefined);
    if (thing === undefined) return;
    let asked = true;
    void foresee(thing).then((told) => asked && setWould(told));
    return () => {
      asked = false;
    };
  }, [thing, foresee]);
  return would;
}
