import { useWords } from "../../mohen.tsx";
import { Button } from "../../parts/Button/Button.tsx";
import { EmptyState } from "../../parts/EmptyState/EmptyState.tsx";
import type { ScopeName } from "../../state/place.ts";
import { said } from "../words.ts";

export interface EmptyMemoryProps {
  scope: ScopeName;
  /** Rules of the other scope: then it is not the memory that is empty, only this view. */
  elsewhere: number;
  onAdd(): void;
  onLoadSample?(): void;
}

export function EmptyMemory({ scope, elsewhere, onAdd, onLoadSample }: EmptyMemoryProps) {
  const say = useWords(said);
  const onlyHere = elsewhere > 0;
  const global = onlyHere && scope === "global";
  return (
    <EmptyState
      icon="ink"
      title={global ? say.emptyGlobal : say.emptyTitle}
      actions={
        <>
          <Button kind="primary" icon="plus" onClick={onAdd}>
            {say.add}
          </Button>
          {!onlyHere && onLoadSample && (
            <Button icon="book" onClick={onLoadSample}>
              {say.sample}
            </Button>
          )}
        </>
      }
    >
      {onlyHere && <p>{global ? say.emptyGlobalText : say.emptyHereText}</p>}
    </EmptyState>
  );
}
