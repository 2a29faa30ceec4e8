import type { Failure } from "../../channels/client.ts";
import type { Account } from "../../channels/generated.ts";
import { useWords } from "../../mohen.tsx";
import type { Receipt } from "../../state/why_rule.ts";
import { ForgetDialog } from "../ForgetDialog/ForgetDialog.tsx";
import { useForeseen } from "../use_foreseen.ts";
import { said } from "../words_learning.ts";

export interface ForgetEpisodeProps {
  /** The interaction in question; without one nothing is asked. */
  account?: Account | undefined;
  foresee(episodeId: string): Promise<Receipt | Failure>;
  forget(episodeId: string): Promise<boolean>;
  onClose(): void;
}

/** Says what forgetting an interaction takes, before it is done. */
export function ForgetEpisode({ account, foresee, forget, onClose }: ForgetEpisodeProps) {
  const say = useWords(said);
  const id = account?.episodeId;
  const would = useForeseen(id, foresee);
  if (id === undefined) return null;
  return (
    <ForgetDialog
      title={say.forgetTitle}
      label={say.forget_}
      would={would}
      forget={() => forget(id)}
      onClose={onClose}
    >
      {({ links }) => (
        <>
          <p>{say.forgetText}</p>
          {links > 0 && <p>{say.forgetLinks(links)}</p>}
          <p>{say.forgetNoUndo}</p>
        </>
      )}
    </ForgetDialog>
  );
}
