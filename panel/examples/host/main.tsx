// A writing tool of somebody else: its own editor, Mohen's memory beside it.
import {
  createMohen,
  createRules,
  httpClient,
  MemoryPanel,
  MohenProvider,
  Toasts,
} from "@mohen/panel";
import { createRoot } from "react-dom/client";
import { Editor } from "./Editor";
import "@mohen/panel/style.css";
import "./host.css";

const PROJECT = "example";

// The tool's own server knows Mohen's token and adds it (vite.config.ts): the page has none.
const client = httpClient({ token: () => undefined });
const mohen = createMohen({ client, projectId: PROJECT, keep: localStorage });

// The panel hears of what is learned by itself; what the host records, the host tells it.
const refresh = () => mohen.store(createRules).getState().reload();

const place = document.getElementById("host");
if (place === null) throw new Error("index.html has lost its #host");
createRoot(place).render(
  <div className="host">
    <main>
      <h1>A small writing tool</h1>
      <Editor client={client} projectId={PROJECT} onRemembered={refresh} />
    </main>
    <aside aria-label="Memory">
      <MohenProvider mohen={mohen}>
        <MemoryPanel />
        <Toasts />
      </MohenProvider>
    </aside>
  </div>,
);
