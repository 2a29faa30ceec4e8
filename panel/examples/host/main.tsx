// A writing tool of somebody else: its own editor, Mohen's memory beside it.
import { createMohen, httpClient, MemoryPanel, MohenProvider } from "@mohen/panel";
import { createRoot } from "react-dom/client";
import { Editor } from "./Editor";
import "@mohen/panel/style.css";
import "./host.css";

const PROJECT = "example";

// The tool's own server knows Mohen's token and adds it (vite.config.ts): the page has none.
const client = httpClient({ token: () => undefined });
const mohen = createMohen({ client, projectId: PROJECT, keep: localStorage });

const place = document.getElementById("host");
if (place === null) throw new Error("index.html has lost its #host");
createRoot(place).render(
  <div className="host">
    <main>
      <h1>A small writing tool</h1>
      <Editor client={client} projectId={PROJECT} />
    </main>
    <aside aria-label="Memory">
      <MohenProvider mohen={mohen}>
        <MemoryPanel />
      </MohenProvider>
    </aside>
  </div>,
);
