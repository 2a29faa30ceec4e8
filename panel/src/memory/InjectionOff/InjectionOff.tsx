import { useNoun, useWords } from "../../mohen.tsx";
import { Button } from "../../parts/Button/Button.tsx";
import { Notice } from "../../parts/Notice/Notice.tsx";
import { createHealth } from "../../state/health.ts";
import { said } from "../words_care.ts";

export interface InjectionOffProps {
  /** Where it can be switched on again. */
  onLook(): void;
}

/** None of these rules reaches the AI: who reads them should know. */
export function InjectionOff({ onLook }: InjectionOffProps) {
  const say = useWords(said);
  const isOff = useNoun(
    createHealth,
    ({ status }) => status.data?.settings?.injectionEnabled === false,
  );
  if (!isOff) return null;
  const look = (
    <Button size="small" icon="eye" onClick={onLook}>
      {say.injectionOffLook}
    </Button>
  );
  return (
    <Notice tone="warning" title={say.injectionOff} actions={look}>
      {say.injectionOffText}
    </Notice>
  );
}
