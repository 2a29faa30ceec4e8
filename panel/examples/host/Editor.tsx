import { type Client, Failure, type ListedSkill, type Run } from "@mohen/panel";
import { useEffect, useRef, useState } from "react";
import { codePoints, replaced, type Stretch } from "./text";

const OPENING = "雨停了。她把信折好，放进抽屉最里面，然后才去开门。\n\n";

interface EditorProps {
  client: Client;
  projectId: string;
  onRemembered(): void;
}

/** A textarea, and the skills of Mohen on what is selected in it. */
export function Editor({ client, projectId, onRemembered }: EditorProps) {
  const [text, setText] = useState(OPENING);
  const [skills, setSkills] = useState<ListedSkill[]>([]);
  const [offer, setOffer] = useState<{ run: Run; at: Stretch }>();
  const [said, setSaid] = useState("");
  const area = useRef<HTMLTextAreaElement>(null);

  useEffect(() => {
    client
      .call("ai:skill:list", { projectId })
      .then(({ data }) => setSkills(data.items.filter((each) => each.status === "ok")))
      .catch((failure) => setSaid(advice(failure)));
  }, [client, projectId]);

  async function run(skill: ListedSkill) {
    const at = selected(area.current, skill);
    const start = codePoints(text, at.start);
    const end = codePoints(text, at.end);
    const where = skill.target === "cursor" ? { cursor: end } : { selection: { start, end } };
    setSaid("…");
    try {
      const { data } = await client.call("ai:skill:run", {
        skillId: skill.id,
        projectId,
        text,
        ...where,
      });
      const offers = data.candidates.length > 0;
      setOffer(offers ? { run: data, at } : undefined);
      setSaid((offers ? data.model.notice : data.warnings[0]?.message)?.en ?? "");
    } catch (failure) {
      setSaid(advice(failure));
    }
  }

  /** What the author does with a candidate is what Mohen learns from. */
  async function settle(action: "accept" | "reject", selectedIndex?: number) {
    if (offer === undefined) return;
    const { run, at } = offer;
    setOffer(undefined);
    const chosen = selectedIndex === undefined ? undefined : run.candidates[selectedIndex];
    if (chosen !== undefined) setText(replaced(text, at, chosen));
    try {
      await client.call("ai:skill:feedback", {
        runId: run.runId,
        projectId,
        action,
        selectedIndex,
      });
      onRemembered();
      setSaid(action === "accept" ? "Taken, and remembered." : "Put aside, and remembered.");
    } catch (failure) {
      setSaid(advice(failure));
    }
  }

  return (
    <>
      <div className="skills" role="toolbar" aria-label="Skills">
        {skills.map((skill) => (
          <button key={skill.id} type="button" onClick={() => run(skill)}>
            {skill.title.en}
          </button>
        ))}
      </div>
      <textarea
        ref={area}
        aria-label="Manuscript"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {offer?.run.candidates.map((candidate, place) => (
        <article key={candidate}>
          <p>{candidate}</p>
          <button type="button" onClick={() => settle("accept", place)}>
            Take it
          </button>
        </article>
      ))}
      {offer && (
        <button type="button" onClick={() => settle("reject")}>
          None of them
        </button>
      )}
      <p role="status">{said}</p>
    </>
  );
}

/** Some skills write at the cursor, the others in place of what is selected. */
function selected(area: HTMLTextAreaElement | null, skill: ListedSkill): Stretch {
  const end = area?.selectionEnd ?? 0;
  return { start: skill.target === "cursor" ? end : (area?.selectionStart ?? end), end };
}

function advice(failure: unknown): string {
  if (!(failure instanceof Failure)) throw failure;
  return `${failure.message} (${failure.code})`;
}
