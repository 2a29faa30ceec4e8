import { useState } from "react";
import type { Failure } from "../../channels/client.ts";
import { useWords } from "../../mohen.tsx";
import { Button } from "../../parts/Button/Button.tsx";
import { Dialog } from "../../parts/Dialog/Dialog.tsx";
import { Diff } from "../../parts/Diff/Diff.tsx";
import { FailureNotice } from "../../parts/FailureNotice/FailureNotice.tsx";
import { Notice } from "../../parts/Notice/Notice.tsx";
import { said } from "../words.ts";

export interface SaveTroubleProps {
  /** As it stands on the desk. */
  mine: string;
  /** As it stands in the file, where that was changed elsewhere. */
  theirs?: string | undefined;
  failure?: Failure | undefined;
  restored?: boolean;
  onKeepMine(): void;
  onTakeTheirs(): void;
  onSaveAsNew(): void;
  onRetry(): void;
  onDismiss(): void;
}

/** What stands between the desk and the file, and what can be done about it. */
export function SaveTrouble(props: SaveTroubleProps) {
  const { theirs, failure, restored = false } = props;
  const say = useWords(said);
  if (theirs !== undefined) return <Changed {...props} theirs={theirs} />;
  if (failure?.code === "NOT_FOUND") {
    const save = (
      <Button kind="primary" size="small" onClick={props.onSaveAsNew}>
        {say.saveAsNew}
      </Button>
    );
    return (
      <Notice tone="danger" title={say.goneTitle} actions={save}>
        {say.goneText}
      </Notice>
    );
  }
  // Nobody answering is said in the save state; the text is safe and it is tried again.
  if (failure && failure.code !== "UNREACHABLE") {
    return <FailureNotice failure={failure} onRetry={props.onRetry} />;
  }
  return restored ? (
    <Notice tone="info" onDismiss={props.onDismiss}>
      {say.restored}
    </Notice>
  ) : null;
}

function Changed({
  mine,
  theirs,
  onKeepMine,
  onTakeTheirs,
}: SaveTroubleProps & { theirs: string }) {
  const say = useWords(said);
  const [comparing, setComparing] = useState(false);
  const choices = (
    <>
      <Button kind="primary" size="small" onClick={onKeepMine}>
        {say.keepMine}
      </Button>
      <Button size="small" onClick={onTakeTheirs}>
        {say.takeTheirs}
      </Button>
    </>
  );
  const compare = (
    <Button kind="quiet" size="small" onClick={() => setComparing(true)}>
      {say.compare}
    </Button>
  );
  return (
    <>
      <Notice
        tone="warning"
        live="assertive"
        title={say.conflictTitle}
        actions={
          <>
            {choices}
            {compare}
          </>
        }
      >
        {say.conflictText}
      </Notice>
      <Dialog
        open={comparing}
        wide
        title={say.conflictTitle}
        onClose={() => setComparing(false)}
        actions={choices}
      >
        <Diff
          before={theirs}
          after={mine}
          mode="side"
          labels={{ before: say.theirs, after: say.mine }}
        />
      </Dialog>
    </>
  );
}
