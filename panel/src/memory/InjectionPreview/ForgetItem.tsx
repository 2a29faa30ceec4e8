import type { Failure } from "../../channels/client.ts";
import { useWords } from "../../mohen.tsx";
import type { Injected, Receipt } from "../../state/preview.ts";
import { ForgetDialog } from "../ForgetDialog/ForgetDialog.tsx";
import { useForeseen } from "../use_foreseen.ts";
import { said } from "../words_care.ts";

export interface ForgetItemProps {
  /** The fact or note in question; without one nothing is asked. */
  item?: Injected | undefined;
  foresee(item: Injected): Promise<Receipt | Failure>;
  forget(item: Injected): Promise<boolean>;
  onClose(): void;
}

/** Says what goes with a fact or a note before it is forgotten. */
export function ForgetItem({ item, foresee, forget, onClose }: ForgetItemProps) {
  const say = useWords(said);
  const would = useForeseen(item, foresee);
  if (!item) return null;
  return (
    <ForgetDialog
      title={say.removeTitle}
      label={say.remove}
      quoted={item.content}
      would={would}
      forget={() => forget(item)}
      onClose={onClose}
    >
      {({ knowledge }) => (
        <>
          <p>{say.removeText}</p>
          {knowledge > 1 && <p>{say.removeMore(knowledge - 1)}</p>}
          <p>{say.noUndo}</p>
        </>
      )}
    </ForgetDialog>
  );
}
