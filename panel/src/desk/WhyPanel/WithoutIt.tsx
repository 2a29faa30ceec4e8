import type { Without } from "../../channels/generated.ts";
import { useInside, useWords } from "../../mohen.tsx";
import { Button } from "../../parts/Button/Button.tsx";
import { Disclosure } from "../../parts/Disclosure/Disclosure.tsx";
import { FailureNotice } from "../../parts/FailureNotice/FailureNotice.tsx";
import type { Loaded } from "../../state/loaded.ts";
import { LongText } from "../LongText/LongText.tsx";
import { said } from "../words_why.ts";
import style from "./WithoutIt.module.css";

export interface WithoutItProps {
  id: string;
  /** Undefined: nobody has asked. */
  without?: Loaded<Without> | undefined;
  named(id: string): string;
  onAsk(): void;
}

/** The prompt as it would be without one memory. */
export function WithoutIt({ id, without, named, onAsk }: WithoutItProps) {
  const say = useWords(said);
  const { data, failure, state } = without ?? {};
  return (
    <div className={style.without}>
      {!data && (
        <Button size="small" icon="split" busy={state === "loading"} onClick={onAsk}>
          {state === "loading" ? say.withoutBusy : say.withoutAsk}
        </Button>
      )}
      {state === "failed" && failure && <FailureNotice failure={failure} onRetry={onAsk} />}
      <div role="status">{data && <Told id={id} without={data} named={named} />}</div>
    </div>
  );
}

interface ToldProps {
  id: string;
  without: Without;
  named(id: string): string;
}

function Told({ id, without, named }: ToldProps) {
  const say = useWords(said);
  const inside = useInside();
  const { removed, added, prefixChanges, diff } = without;
  if (!removed.includes(id)) return <p>{say.withoutNot}</p>;
  const others = removed.filter((each) => each !== id);
  return (
    <>
      <p>{say.withoutTokens(without.with.tokenCount, without.without.tokenCount)}</p>
      {others.length > 0 && <Names title={say.withoutGone} ids={others} named={named} />}
      {added.length > 0 ? (
        <Names title={say.withoutAdded} ids={added} named={named} />
      ) : (
        <p>{say.withoutNothing}</p>
      )}
      {inside && <p>{prefixChanges ? say.withoutPrefix : say.withoutSame}</p>}
      {diff && (
        <Disclosure summary={say.withoutDiff}>
          <LongText label={say.withoutDiff} text={diff} unbroken />
        </Disclosure>
      )}
    </>
  );
}

function Names(props: { title: string; ids: readonly string[]; named(id: string): string }) {
  return (
    <>
      <p>{props.title}</p>
      <ul className={style.names}>
        {props.ids.map((each) => (
          <li key={each}>{props.named(each)}</li>
        ))}
      </ul>
    </>
  );
}
