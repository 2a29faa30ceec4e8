import { type ReactNode, useEffect, useId } from "react";
import { useStore } from "zustand";
import { useLanguage, useMohen, useNoun, useWords } from "../../mohen.tsx";
import { FailureNotice } from "../../parts/FailureNotice/FailureNotice.tsx";
import { IconButton } from "../../parts/IconButton/IconButton.tsx";
import { Select } from "../../parts/Select/Select.tsx";
import { Skeleton } from "../../parts/Skeleton/Skeleton.tsx";
import type { Loaded } from "../../state/loaded.ts";
import { createPictures } from "../../state/pictures.ts";
import { ConfidenceOverTime } from "../ConfidenceOverTime/ConfidenceOverTime.tsx";
import { course } from "../ConfidenceOverTime/course.ts";
import { EditCostOverTime } from "../EditCostOverTime/EditCostOverTime.tsx";
import { StoragePicture } from "../StoragePicture/StoragePicture.tsx";
import { StrengthOverTime } from "../StrengthOverTime/StrengthOverTime.tsx";
import { TokenBudget } from "../TokenBudget/TokenBudget.tsx";
import { said } from "../words.ts";
import { episodeInWords, ruleInWords } from "./choices.ts";
import style from "./Insights.module.css";

/** What a person would rather look at than read: how memory fares where the author stands. */
export function Insights() {
  const say = useWords(said);
  const mohen = useMohen();
  const projectId = useStore(mohen.place, (place) => place.projectId);
  const { cost, status, cache, load } = useNoun(createPictures, (state) => state);
  useEffect(() => void load(), [load]);
  return (
    <div className={style.page}>
      <header className={style.head}>
        <div>
          <h2 className={style.title}>{say.insights}</h2>
          <p className={style.more}>
            {projectId === undefined ? say.insightsAll : say.insightsMore(projectId)}
          </p>
        </div>
        <IconButton label={say.again} icon="refresh" onClick={() => void load()} />
      </header>
      <Section title={say.cost} more={say.costMore} wide>
        <Shown of={cost} onRetry={load}>
          {(data) => <EditCostOverTime costs={data} />}
        </Shown>
      </Section>
      <ConfidenceSection />
      <StrengthSection hasProject={projectId !== undefined} />
      <Section title={say.tokens} more={say.tokensMore}>
        <Shown of={status} onRetry={load}>
          {({ model }) => <TokenBudget spending={model?.spending} cache={cache.data} />}
        </Shown>
        {cache.failure && <FailureNotice failure={cache.failure} onRetry={() => void load()} />}
      </Section>
      <Section title={say.storage} more={say.storageMore}>
        <Shown of={status} onRetry={load}>
          {({ storage }) => <StoragePicture storage={storage} />}
        </Shown>
      </Section>
    </div>
  );
}

function ConfidenceSection() {
  const say = useWords(said);
  const language = useLanguage();
  const { rules, ruleId, events, chooseRule, load } = useNoun(createPictures, (state) => state);
  const options = (rules.data ?? []).map((rule) => ({
    value: rule.id,
    label: ruleInWords(rule, language),
  }));
  return (
    <Section title={say.confidence} more={say.confidenceMore}>
      <Shown of={rules} onRetry={load}>
        {() =>
          ruleId === undefined ? (
            <p className={style.more}>{say.noRules}</p>
          ) : (
            <>
              <Select
                label={say.whichRule}
                value={ruleId}
                options={options}
                onChange={(id) => void chooseRule(id)}
              />
              <Shown of={events} onRetry={() => chooseRule(ruleId)}>
                {(data) => <ConfidenceOverTime points={course(data)} />}
              </Shown>
            </>
          )
        }
      </Shown>
    </Section>
  );
}

function StrengthSection({ hasProject }: { hasProject: boolean }) {
  const say = useWords(said);
  const language = useLanguage();
  const { episodes, episodeId, strength, chooseEpisode, load } = useNoun(
    createPictures,
    (state) => state,
  );
  const options = (episodes.data?.items ?? []).map((episode) => ({
    value: episode.id,
    label: episodeInWords(episode, say, language),
  }));
  return (
    <Section title={say.strength} more={say.strengthMore}>
      {!hasProject ? (
        <p className={style.more}>{say.needsProject}</p>
      ) : (
        <Shown of={episodes} onRetry={load}>
          {() =>
            episodeId === undefined ? (
              <p className={style.more}>{say.noEpisodes}</p>
            ) : (
              <>
                <Select
                  label={say.whichEpisode}
                  value={episodeId}
                  options={options}
                  onChange={(id) => void chooseEpisode(id)}
                />
                <Shown of={strength} onRetry={() => chooseEpisode(episodeId)}>
                  {(data) => <StrengthOverTime life={data} />}
                </Shown>
              </>
            )
          }
        </Shown>
      )}
    </Section>
  );
}

interface SectionProps {
  title: string;
  more: string;
  wide?: boolean;
  children: ReactNode;
}

function Section({ title, more, wide = false, children }: SectionProps) {
  const id = useId();
  return (
    <section className={style.section} data-wide={wide} aria-labelledby={id}>
      <h3 id={id} className={style.name}>
        {title}
      </h3>
      <p className={style.more}>{more}</p>
      <div className={style.body}>{children}</div>
    </section>
  );
}

interface ShownProps<T> {
  of: Loaded<T>;
  onRetry(): Promise<void>;
  children: (data: T) => ReactNode;
}

/** What is there, while it is asked for again too; and why it is not there. */
function Shown<T>({ of: { state, data, failure }, onRetry, children }: ShownProps<T>) {
  return (
    <>
      {state === "failed" && failure && (
        <FailureNotice failure={failure} onRetry={() => void onRetry()} />
      )}
      {data !== undefined ? children(data) : state === "loading" && <Skeleton lines={5} />}
    </>
  );
}
