import { useWords } from "../../mohen.tsx";
import { Button } from "../../parts/Button/Button.tsx";
import { EmptyState } from "../../parts/EmptyState/EmptyState.tsx";
import { said } from "../words.ts";
import style from "./NoProject.module.css";

export interface NoProjectProps {
  /** Projects one could go on with. */
  projects: readonly string[];
  onEnter(projectId: string): void;
  onNew(): void;
  onLoadSample?: (() => void) | undefined;
}

/** An empty desk invites. */
export function NoProject({ projects, onEnter, onNew, onLoadSample }: NoProjectProps) {
  const say = useWords(said);
  return (
    <div className={style.empty}>
      <EmptyState
        icon="desk"
        title={say.noProject}
        actions={
          <>
            <Button kind="primary" onClick={onNew}>
              {say.newProject}
            </Button>
            {onLoadSample && <Button onClick={onLoadSample}>{say.loadSample}</Button>}
          </>
        }
      >
        {say.noProjectText}
      </EmptyState>
      {projects.length > 0 && (
        <nav className={style.known} aria-label={say.goOn}>
          <p className={style.head}>{say.goOn}</p>
          <ul>
            {projects.map((each) => (
              <li key={each}>
                <Button kind="quiet" icon="book" onClick={() => onEnter(each)}>
                  {each}
                </Button>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </div>
  );
}
