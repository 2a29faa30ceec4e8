import type { Failure } from "../../channels/client.ts";
import { useLanguage, useWords } from "../../mohen.tsx";
import { explain } from "../../parts/FailureNotice/failures.ts";
import { Notice } from "../../parts/Notice/Notice.tsx";
import { said } from "../words.ts";

/** Why a change did not hold, beside what was to be changed. */
export function Refusal({ failure }: { failure: Failure | undefined }) {
  const say = useWords(said);
  const language = useLanguage();
  if (!failure) return null;
  const { title, text } = explain(failure, language);
  return (
    <Notice tone="danger" title={say.refused}>
      <p>{title}</p>
      <p>{text}</p>
      {/* What the server says of the very value is worth more than the general words. */}
      {failure.code === "INVALID_ARGUMENT" && <p lang="en">{failure.message}</p>}
    </Notice>
  );
}
