import { useRef } from "react";
import type { Doctor } from "../../channels/generated.ts";
import { keepFocus } from "../../memory/keep_focus.ts";
import { useLanguage, useNoun, useWords } from "../../mohen.tsx";
import { Badge, type BadgeProps } from "../../parts/Badge/Badge.tsx";
import { Button } from "../../parts/Button/Button.tsx";
import { FailureNotice } from "../../parts/FailureNotice/FailureNotice.tsx";
import type { IconName } from "../../parts/Icon/Icon.tsx";
import { createCare } from "../../state/care.ts";
import { either } from "../../words/index.ts";
import { Group } from "../Group/Group.tsx";
import { type Said, said } from "../words_care.ts";
import style from "./DoctorCard.module.css";

type Check = Doctor["checks"][number];

/** Every check of the memory's files and tools, each with its cure; can mend. */
export function DoctorCard() {
  const say = useWords(said);
  const examined = useNoun(createCare, (care) => care.examined);
  const examine = useNoun(createCare, (care) => care.examine);
  const busy = examined?.state === "loading";
  const ill = examined?.data?.healthy === false;
  const actions = useRef<HTMLDivElement>(null);

  // What mends goes as soon as there is nothing to mend.
  async function mend() {
    const back = keepFocus(actions.current);
    await examine(true);
    back();
  }

  return (
    <Group name="doctor" title={say.doctor} lead={say.doctorLead}>
      <div ref={actions} className={style.actions}>
        <Button size="small" icon="search" busy={busy} onClick={() => void examine(false)}>
          {busy ? say.examining : say.examine}
        </Button>
        {ill && (
          <>
            <Button size="small" kind="primary" busy={busy} onClick={() => void mend()}>
              {say.mend}
            </Button>
            <span className={style.quiet}>{say.mendHint}</span>
          </>
        )}
      </div>
      {examined?.state === "failed" && examined.failure && (
        <FailureNotice failure={examined.failure} onRetry={() => void examine(false)} />
      )}
      <div role="status">{examined?.data && <Findings doctor={examined.data} />}</div>
    </Group>
  );
}

const TONES: Record<Check["finding"], NonNullable<BadgeProps["tone"]>> = {
  ok: "success",
  warn: "warning",
  fail: "danger",
};
const ICONS: Record<Check["finding"], IconName> = { ok: "check", warn: "warning", fail: "close" };

export function Findings({ doctor }: { doctor: Doctor }) {
  const say = useWords(said);
  const language = useLanguage();
  return (
    <div className={style.findings} data-healthy={doctor.healthy}>
      <p className={style.sum}>{doctor.healthy ? say.healthy : say.unhealthy}</p>
      {doctor.mended.length > 0 && (
        <div>
          <p>{say.mended}</p>
          <ul className={style.mended}>
            {doctor.mended.map((each) => (
              <li key={each.en}>{either(each, language)}</li>
            ))}
          </ul>
        </div>
      )}
      <ul className={style.checks}>
        {doctor.checks.map((check) => (
          <li
            key={`${check.name} ${check.message.en}`}
            className={style.check}
            data-finding={check.finding}
          >
            <Badge tone={TONES[check.finding]} icon={ICONS[check.finding]}>
              {say[`finding_${check.finding}`]}
            </Badge>
            <div className={style.told}>
              <p>
                <span className={style.name}>{checkName(check.name, say)}</span>{" "}
                {either(check.message, language)}
              </p>
              {check.cure && (
                <p className={style.quiet}>
                  {say.cure} {either(check.cure, language)}
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Files are called as they are. */
function checkName(name: string, say: Said): string {
  if (name === "full-text index") return say.check_index;
  const key = `check_${name}`;
  const found = Object.hasOwn(say, key) ? say[key as keyof Said] : undefined;
  return typeof found === "string" ? found : name;
}
