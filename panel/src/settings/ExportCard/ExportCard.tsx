import { useState } from "react";
import { useStore } from "zustand";
import { useLanguage, useMohen, useNoun, useWords } from "../../mohen.tsx";
import { Button } from "../../parts/Button/Button.tsx";
import { download } from "../../parts/download.ts";
import { FailureNotice } from "../../parts/FailureNotice/FailureNotice.tsx";
import { Select } from "../../parts/Select/Select.tsx";
import { Switch } from "../../parts/Switch/Switch.tsx";
import { createTransfer, type ExportedFile } from "../../state/transfer.ts";
import { bytes } from "../../words/index.ts";
import { said } from "../words_care.ts";
import style from "./ExportCard.module.css";

type Format = "json" | "jsonl" | "markdown";

/** A memory as files of one's own. */
export function ExportCard() {
  const say = useWords(said);
  const { place } = useMohen();
  const projectId = useStore(place, (here) => here.projectId);
  const exporting = useNoun(createTransfer, (transfer) => transfer.exporting);
  const take = useNoun(createTransfer, (transfer) => transfer.take);
  const [whose, setWhose] = useState<"project" | "global">("project");
  const [format, setFormat] = useState<Format>("json");
  const [episodes, setEpisodes] = useState(false);
  const ofProject = projectId !== undefined && whose === "project";
  const running = exporting?.state === "running";

  async function go() {
    const files = await take({
      format,
      ...(ofProject && { projectId, includeEpisodes: episodes }),
    });
    // One file is what was asked for; of several the author takes what they like.
    const [only] = files?.length === 1 ? files : [];
    if (only) download(only);
  }

  return (
    <div className={style.card}>
      <h3 className={style.heading}>{say.exportTitle}</h3>
      <p className={style.quiet}>{say.exportLead}</p>
      <Select
        label={say.exportWhat}
        value={ofProject ? "project" : "global"}
        options={[
          ...(projectId === undefined ? [] : [{ value: "project" as const, label: projectId }]),
          { value: "global" as const, label: say.exportGlobal },
        ]}
        onChange={setWhose}
      />
      <Select
        label={say.exportFormat}
        value={format}
        options={(["json", "jsonl", "markdown"] as const).map((value) => ({
          value,
          label: say[`format_${value}`],
        }))}
        onChange={setFormat}
      />
      {ofProject && format !== "markdown" && (
        <Switch label={say.exportEpisodes} checked={episodes} onChange={setEpisodes} />
      )}
      <div>
        <Button size="small" icon="download" busy={running} onClick={() => void go()}>
          {say.export}
        </Button>
      </div>
      <div role="status" className={style.quiet}>
        {exporting?.state === "running" && say.exporting(exporting.pieces)}
        {exporting?.state === "done" && say.exported(exporting.files.length)}
      </div>
      {exporting?.state === "failed" && (
        <FailureNotice failure={exporting.failure} onRetry={() => void go()} />
      )}
      {exporting?.state === "done" && <Files files={exporting.files} />}
    </div>
  );
}

function Files({ files }: { files: readonly ExportedFile[] }) {
  const language = useLanguage();
  return (
    <ul className={style.files}>
      {files.map((file) => (
        <li key={file.path}>
          <Button size="small" kind="quiet" icon="file" onClick={() => download(file)}>
            {file.path} · {bytes(new Blob([file.text]).size, language)}
          </Button>
        </li>
      ))}
    </ul>
  );
}
