import { useMemo } from "react";
import { useNoun } from "../../mohen.tsx";
import { createHealth, selectMemoryState, troubles } from "../../state/health.ts";
import { Alerts } from "./Alerts.tsx";

export interface AlertListProps {
  /** The page around it says by itself when the server is away. */
  linkToldElsewhere?: boolean;
}

/** What is out of order, and what to do about it; says nothing while all is well (C96). */
export function AlertList({ linkToldElsewhere = false }: AlertListProps) {
  const health = useNoun(createHealth, (state) => state);
  const found = useMemo(() => troubles(health), [health]);
  const state = selectMemoryState(health);
  if (linkToldElsewhere && (state === "unreachable" || state === "refused")) return null;
  return (
    <Alerts
      state={state}
      troubles={found}
      looking={health.status.state === "loading"}
      onLookAgain={() => void health.reload()}
      onClock={(passed) => void health.answerClock(passed)}
    />
  );
}
