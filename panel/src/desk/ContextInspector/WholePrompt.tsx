import type { Inspect } from "../../channels/generated.ts";
import { useWords } from "../../mohen.tsx";
import { Button } from "../../parts/Button/Button.tsx";
import { Disclosure } from "../../parts/Disclosure/Disclosure.tsx";
import { FailureNotice } from "../../parts/FailureNotice/FailureNotice.tsx";
import { Notice } from "../../parts/Notice/Notice.tsx";
import type { Loaded } from "../../state/loaded.ts";
import { LongText } from "../LongText/LongText.tsx";
import { said } from "../words_inspector.ts";
import { layerName } from "./context.ts";
import style from "./WholePrompt.module.css";

export interface WholePromptProps {
  /** Whether whole prompts may be looked at: the setting `contextInspectionEnabled`. */
  allowed: boolean;
  /** Undefined: nobody has asked to see it. */
  whole: Loaded<Inspect> | undefined;
  /** The hash of the prompt that was sent, to compare. */
  sent?: string | undefined;
  onLook(): void;
  onAllow(): void;
}

/** The full text of a prompt, once the author lets it be seen. */
export function WholePrompt({ allowed, whole, sent, onLook, onAllow }: WholePromptProps) {
  const say = useWords(said);
  const busy = whole?.state === "loading";
  if (!allowed || whole?.failure?.code === "CONTEXT_INSPECT_FORBIDDEN")
    return (
      <Notice
        tone="info"
        live="off"
        title={say.wholeOff}
        actions={
          <Button size="small" icon="eye" busy={busy} onClick={onAllow}>
            {say.wholeAllow}
          </Button>
        }
      >
        {say.wholeOffText}
      </Notice>
    );
  if (!whole?.data)
    return (
      <div className={style.whole}>
        {whole?.failure && <FailureNotice failure={whole.failure} />}
        <Button size="small" icon="eye" busy={busy} onClick={onLook}>
          {busy ? say.wholeBusy : say.wholeLook}
        </Button>
      </div>
    );
  const { layers, promptHash } = whole.data;
  return (
    <div className={style.whole} data-whole>
      <h4 className={style.heading}>{say.whole}</h4>
      {sent !== undefined && (
        <p className={style.quiet} role="status">
          {sent === promptHash ? say.wholeSame : say.wholeOther}
        </p>
      )}
      {layers.map(({ layer, text }) => (
        <Disclosure key={layer} summary={`L${layer} ${layerName(layer, say)}`}>
          <LongText
            label={say.layerText(layerName(layer, say))}
            text={text?.trim() ? text : say.layerEmpty}
          />
        </Disclosure>
      ))}
      <Button size="small" kind="quiet" icon="refresh" busy={busy} onClick={onLook}>
        {say.again}
      </Button>
    </div>
  );
}
