import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import type { Link } from "../../channels/client.ts";
import { MemoryPanel } from "../../memory/MemoryPanel/MemoryPanel.tsx";
import { useMohen, useNoun, useWords } from "../../mohen.tsx";
import { Button } from "../../parts/Button/Button.tsx";
import { Contained } from "../../parts/Contained/Contained.tsx";
import { IconButton } from "../../parts/IconButton/IconButton.tsx";
import { Notice } from "../../parts/Notice/Notice.tsx";
import { Spinner } from "../../parts/Spinner/Spinner.tsx";
import { Toasts } from "../../parts/Toasts/Toasts.tsx";
import { createChapters } from "../../state/chapters.ts";
import { createSample } from "../../state/sample.ts";
import { IconBar } from "../IconBar/IconBar.tsx";
import { addressOf, useView, type View } from "../route.ts";
import { TopBar } from "../TopBar/TopBar.tsx";
import { said } from "../words.ts";
import style from "./App.module.css";

// The memory panel is what one comes for; the rest is fetched when it is looked at.
const Desk = lazy(() => import("../../desk/Desk/Desk.tsx").then((it) => ({ default: it.Desk })));
const KnowledgePage = lazy(() =>
  import("../../knowledge/KnowledgePage/KnowledgePage.tsx").then((it) => ({
    default: it.KnowledgePage,
  })),
);
const Insights = lazy(() =>
  import("../../pictures/Insights/Insights.tsx").then((it) => ({ default: it.Insights })),
);
const SettingsPage = lazy(() =>
  import("../../settings/SettingsPage/SettingsPage.tsx").then((it) => ({
    default: it.SettingsPage,
  })),
);

export function App() {
  const say = useWords(said);
  const view = useView();
  const lost = useLink() === "lost";
  const loadSample = useNoun(createSample, (sample) => sample.load);
  const [beside, setBeside] = useState(false);
  useEffect(() => {
    document.title = `${say[view]} · Mohen 墨痕`;
  }, [say, view]);
  return (
    <div className={style.app}>
      <button type="button" className={style.skip} onClick={toContent}>
        {say.skip}
      </button>
      <TopBar onLoadSample={loadSample}>
        {view === "desk" && (
          <IconButton
            label={say.beside}
            icon="ink"
            pressed={beside}
            onClick={() => setBeside(!beside)}
          />
        )}
      </TopBar>
      {lost && (
        <Notice tone="warning" live="assertive">
          {say.lost}
        </Notice>
      )}
      <div className={style.room}>
        <IconBar view={view} />
        {view === "desk" && beside && (
          <aside className={style.beside} aria-label={say.memory}>
            <MemoryPanel linkToldElsewhere onOpenSettings={toSettings} />
          </aside>
        )}
        <main id="content" className={style.content} tabIndex={-1} data-view={view}>
          {/* By its view: one that could not be fetched does not stand in the way of the others. */}
          <Contained key={view} broken={say.pageBroken} actions={<Reload />}>
            <Suspense fallback={<Spinner label={say.opening} />}>
              <Page view={view} onLoadSample={loadSample} />
            </Suspense>
          </Contained>
        </main>
      </div>
      <Toasts inFlow />
    </div>
  );
}

/** A page that was not fetched is not asked for again by the browser before it begins anew. */
function Reload() {
  const say = useWords(said);
  return (
    <Button size="small" icon="refresh" onClick={() => location.reload()}>
      {say.reload}
    </Button>
  );
}

function Page({ view, onLoadSample }: { view: View; onLoadSample: () => void }): ReactNode {
  switch (view) {
    case "desk":
      return <Desk onLoadSample={onLoadSample} onSettings={toSettings} />;
    case "memory":
      return (
        <div className={style.sheet}>
          <MemoryPanel linkToldElsewhere onLoadSample={onLoadSample} onOpenSettings={toSettings} />
        </div>
      );
    case "knowledge":
      return <Sheet page={<KnowledgeView />} />;
    case "insights":
      return <Sheet page={<Insights />} />;
    case "settings":
      return <Sheet page={<SettingsPage />} />;
  }
}

/** A place in the text is one click away; what is no chapter is named. */
function KnowledgeView() {
  const say = useWords(said);
  const mohen = useMohen();
  const show = useNoun(createChapters, (chapters) => chapters.show);
  return (
    <KnowledgePage
      onOpenPlace={({ ref }) => {
        if (ref.startsWith(".mohen/")) {
          mohen.toasts.getState().show({ tone: "info", text: say.noChapter(ref) });
          return;
        }
        void show(ref);
        location.hash = addressOf("desk");
      }}
    />
  );
}

function Sheet({ page }: { page: ReactNode }) {
  return <div className={style.page}>{page}</div>;
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

function toSettings() {
  location.hash = addressOf("settings");
}
