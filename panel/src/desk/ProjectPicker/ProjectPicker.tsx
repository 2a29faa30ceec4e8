import { useState } from "react";
import { useStore } from "zustand";
import { useMohen, useNoun, useWords } from "../../mohen.tsx";
import { Button } from "../../parts/Button/Button.tsx";
import { IconButton } from "../../parts/IconButton/IconButton.tsx";
import { Select } from "../../parts/Select/Select.tsx";
import { createProjects } from "../../state/projects.ts";
import { NewProject } from "../NewProject/NewProject.tsx";
import { said } from "../words.ts";
import style from "./ProjectPicker.module.css";

/** Which project one stands in, the others, and a new one. */
export function ProjectPicker({ onLoadSample }: { onLoadSample?: () => void }) {
  const say = useWords(said);
  const { projectId, enter } = useStore(useMohen().place);
  const known = useNoun(createProjects, (projects) => projects.list.data);
  const { create, reload } = useNoun(createProjects, (projects) => projects);
  const [making, setMaking] = useState(false);
  const ids = known?.map((each) => each.projectId) ?? [];
  const here = projectId === undefined || ids.includes(projectId) ? ids : [projectId, ...ids];
  const options = here.map((each) => ({ value: each, label: each }));
  const none = { value: "", label: say.chooseProject, disabled: true };
  return (
    <div className={style.picker}>
      <div className={style.select}>
        <Select
          label={say.project}
          hideLabel
          value={projectId ?? ""}
          options={projectId === undefined ? [none, ...options] : options}
          onChange={enter}
          onFocus={() => void reload()} // another program may have begun a project
        />
      </div>
      <IconButton label={say.newProject} icon="plus" onClick={() => setMaking(true)} />
      {onLoadSample && projectId === undefined && (
        <span className={style.sample}>
          <Button kind="quiet" size="small" onClick={onLoadSample}>
            {say.loadSample}
          </Button>
        </span>
      )}
      <NewProject open={making} onClose={() => setMaking(false)} onCreate={create} />
    </div>
  );
}
