import { useMemo } from "react";
import { useNoun } from "../../mohen.tsx";
import { createHealth, selectMemoryState, troubles } from "../../state/health.ts";
import { Alerts } from "./Alerts.tsx";

/** What is out of order, and what to do about it; says nothing while all is well (C96). */
export function AlertList() {
  const health = useNoun(createHealth, (state) => state);
  const found = useMemo(() => troubles(health), [health]);
  return (
    <Alerts
      state={selectMemoryState(health)}
      troubles={found}
      looking={health.status.state === "loading"}
      onLookAgain={() => void health.reload()}
    />
  );
}
