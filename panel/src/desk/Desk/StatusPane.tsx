import { useNoun } from "../../mohen.tsx";
import { createChapters } from "../../state/chapters.ts";
import { createDesk } from "../../state/desk.ts";
import { createRuns } from "../../state/runs.ts";
import { StatusBar } from "../StatusBar/StatusBar.tsx";

export function StatusPane({ onSettings }: { onSettings?: (() => void) | undefined }) {
  const text = useNoun(createChapters, (chapters) => chapters.open?.text);
  const { manuscript, selection } = useNoun(createDesk, (desk) => desk);
  const last = useNoun(createRuns, ({ runs }) => runs.find((run) => run.result)?.result);
  return (
    <StatusBar
      text={text}
      selected={manuscript?.read(selection)}
      last={last}
      {...(onSettings && { onModel: onSettings })}
    />
  );
}
