import { type ComponentType, lazy, Suspense, useEffect, useState } from "react";
import type { Link } from "../../channels/client.ts";
import { MemoryPanel } from "../../memory/MemoryPanel/MemoryPanel.tsx";
import { useMohen, useNoun, useWords } from "../../mohen.tsx";
import { Notice } from "../../parts/Notice/Notice.tsx";
import { Spinner } from "../../parts/Spinner/Spinner.tsx";
import { Toasts } from "../../parts/Toasts/Toasts.tsx";
import { createSample } from "../../state/sample.ts";
import { IconBar } from "../IconBar/IconBar.tsx";
import { useView, type View } from "../route.ts";
import { TopBar } from "../TopBar/TopBar.tsx";
import { said } from "../words.ts";
import style from "./App.module.css";

// The memory panel is what one comes for; the rest is fetched when it is looked at.
const PAGES: Record<View, ComponentType> = {
  desk: lazy(() => import("../DeskPage/DeskPage.tsx").then((it) => ({ default: it.DeskPage }))),
  memory: MemoryPage,
  knowledge: lazy(() =>
    import("../../knowledge/KnowledgePage/KnowledgePage.tsx").then((it) => ({
      default: it.KnowledgePage,
    })),
  ),
  insights: lazy(() =>
    import("../../pictures/Insights/Insights.tsx").then((it) => ({ default: it.Insights })),
  ),
  settings: lazy(() =>
    import("../../settings/SettingsPage/SettingsPage.tsx").then((it) => ({
      default: it.SettingsPage,
    })),
  ),
};

export function App() {
  const say = useWords(said);
  const view = useView();
  const lost = useLink() === "lost";
  const onLoadSample = useNoun(createSample, (sample) => sample.load);
  const Page = PAGES[view];
  useEffect(() => {
    document.title = `${say[view]} · Mohen 墨痕`;
  }, [say, view]);
  return (
    <div className={style.app}>
      <button type="button" className={style.skip} onClick={toContent}>
        {say.skip}
      </button>
      <TopBar onLoadSample={onLoadSample} />
      {lost && (
        <Notice tone="warning" live="assertive">
          {say.lost}
        </Notice>
      )}
      <div className={style.room}>
        <IconBar view={view} />
        <main id="content" className={style.content} tabIndex={-1} data-view={view}>
          <Suspense fallback={<Spinner label={say.opening} />}>
            <Page />
          </Suspense>
        </main>
      </div>
      <Toasts />
    </div>
  );
}

function MemoryPage() {
  const onLoadSample = useNoun(createSample, (sample) => sample.load);
  return (
    <div className={style.sheet}>
      <MemoryPanel onLoadSample={onLoadSample} />
    </div>
  );
}

function useLink(): Link {
  const { client } = useMohen();
  const [link, setLink] = useState(client.link);
  useEffect(() => client.onLink(setLink), [client]);
  return link;
}

// No link: the hash is the router's, and a jump within the page must not look like another view.
function toContent() {
  document.getElementById("content")?.focus();
}
