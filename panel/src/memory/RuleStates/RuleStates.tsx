import type { Rule } from "../../channels/generated.ts";
import { useWords } from "../../mohen.tsx";
import { Badge } from "../../parts/Badge/Badge.tsx";
import { Time } from "../../parts/Time/Time.tsx";
import { said } from "../words.ts";
import style from "./RuleStates.module.css";

/** How a rule came to be and how it stands: where it comes from, and what was done to it. */
export function RuleStates({ rule }: { rule: Rule }) {
  const say = useWords(said);
  const { supporting, contradicting } = rule.tally;
  return (
    <div className={style.states}>
      <p className={style.origin}>
        <span>{origin(rule, say)}</span>{" "}
        {supporting > 0 && contradicting > 0 && (
          <>
            <span>{say.against(contradicting)}</span>{" "}
          </>
        )}
        <Time at={rule.updatedAt} relative />
      </p>
      {rule.userConfirmed && (
        <Badge tone="success" icon="check">
          {say.confirmed}
        </Badge>
      )}
      {rule.userModified && <Badge icon="pen">{say.edited}</Badge>}
      {rule.recentlyUpdated && (
        <Badge tone="accent" icon="clock">
          {say.recent}
        </Badge>
      )}
      {rule.conflictMarked && (
        <Badge tone="danger" icon="warning">
          {say.inConflict}
        </Badge>
      )}
      {rule.overriddenBy !== undefined && <Badge tone="warning">{say.overridden}</Badge>}
    </div>
  );
}

function origin(rule: Rule, say: (typeof said)["zh"]): string {
  if (rule.origin === "manual") return say.typed;
  const { supporting } = rule.tally;
  return rule.origin === "learned" ? say.learnedFrom(supporting) : say.distilledFrom(supporting);
}
