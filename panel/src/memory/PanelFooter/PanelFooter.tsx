import { useWords } from "../../mohen.tsx";
import { Button } from "../../parts/Button/Button.tsx";
import { Time } from "../../parts/Time/Time.tsx";
import { said } from "../words.ts";
import style from "./PanelFooter.module.css";

export interface PanelFooterProps {
  /** Interactions recorded; absent: they cannot be counted now. */
  episodes?: number | undefined;
  /** When something was last learned or changed. */
  lastUpdate?: number | undefined;
  /** Interactions since then. */
  pending?: number | undefined;
  paused: boolean;
  updating?: boolean;
  switching?: boolean;
  onHistory?(): void;
  onAdd(): void;
  onUpdate(): void;
  onPause(): void;
  onResume(): void;
}

export function PanelFooter(props: PanelFooterProps) {
  const { episodes, lastUpdate, pending = 0, paused, updating = false, switching = false } = props;
  const say = useWords(said);
  return (
    <footer className={style.footer}>
      <p className={style.numbers}>
        <span>{episodes === undefined ? say.recordedUnknown : say.recorded(episodes)}</span>
        <span>
          {lastUpdate === undefined ? (
            say.neverUpdated
          ) : (
            <>
              {say.lastUpdate} <Time at={lastUpdate} relative />
            </>
          )}
        </span>
        {pending > 0 && <span className={style.pending}>{say.pending(pending)}</span>}
      </p>
      <div className={style.actions}>
        <Button
          kind="primary"
          icon="refresh"
          busy={updating}
          disabled={paused}
          title={paused ? say.updateWhilePaused : undefined}
          onClick={props.onUpdate}
        >
          {say.update}
        </Button>
        <Button kind="quiet" icon="plus" onClick={props.onAdd}>
          {say.add}
        </Button>
        <Button
          kind="quiet"
          icon={paused ? "play" : "pause"}
          busy={switching}
          onClick={paused ? props.onResume : props.onPause}
        >
          {paused ? say.resume : say.pause}
        </Button>
        {props.onHistory && (
          <Button kind="quiet" icon="history" onClick={props.onHistory}>
            {say.history}
          </Button>
        )}
      </div>
    </footer>
  );
}
