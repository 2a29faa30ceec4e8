import { createStore, type StoreApi } from "zustand/vanilla";
import { Failure } from "../channels/client.ts";
import type { Bilingual, Data } from "../channels/generated.ts";
import type { Mohen } from "../mohen.tsx";
import { type Loaded, loading } from "./loaded.ts";
import { following, questioner } from "./question.ts";

export type Picture = Data<"knowledge:graph">;
export type Which = "knowledge" | "story";

/** What is known of one entity beyond what ties it to others. */
export interface Profile {
  readonly name: string;
  readonly attributes: readonly (readonly [name: Bilingual, value: string])[];
  /** Where a story says so: file and line, with the words where they are kept. */
  readonly places: readonly { readonly where: string; readonly excerpt: string }[];
}

/** Everything that is known, as entities and what ties them. */
export interface Graph {
  picture: Loaded<Picture>;
  profile: Loaded<Profile>;
  load(): Promise<void>;
  /** Ask for more about one; `at` is a chapter. */
  profileOf(which: Which, name: string, at?: number): Promise<void>;
  /** The story as a text for other programs. */
  exported(format: "json" | "dot" | "mermaid"): Promise<string | Failure>;
}

export function createGraph(mohen: Mohen): StoreApi<Graph> {
  const { client, place } = mohen;
  const project = () => place.getState().projectId;
  let looked = false;

  const store = createStore<Graph>()((set, get) => {
    const askPicture = questioner<Picture>((change) => set({ picture: change(get().picture) }));
    const askProfile = questioner<Profile>((change) => set({ profile: change(get().profile) }));
    return {
      picture: loading,
      profile: loading,
      load() {
        looked = true;
        const projectId = project();
        return askPicture(() => client.call("knowledge:graph", projectId ? { projectId } : {}));
      },
      profileOf(which, name, at) {
        set({ profile: loading });
        const projectId = project();
        return askProfile(() =>
          which === "story" && projectId !== undefined
            ? ofStory(mohen, projectId, name, at)
            : ofKnowledge(mohen, projectId, name),
        );
      },
      async exported(format) {
        const projectId = project();
        if (projectId === undefined) return "";
        try {
          return (await client.call("graph:export", { projectId, format })).data.text;
        } catch (failure) {
          if (failure instanceof Failure) return failure;
          throw failure;
        }
      },
    };
  });

  following(mohen, (moved) => {
    if (!looked) return;
    if (moved) store.setState({ picture: loading });
    store.getState().load();
  });
  client.listen((push) => {
    if (looked && changes(push, project())) store.getState().load();
  });
  return store;
}

type Heard = Parameters<Parameters<Mohen["client"]["listen"]>[0]>[0];

/** Files tell the story, and a consolidation makes knowledge. */
function changes(push: Heard, projectId: string | undefined): boolean {
  if (push.channel === "context:files:changed") return push.data.projectId === projectId;
  return push.channel === "knowledge:consolidate:progress" && push.data.status === "completed";
}

async function ofStory({ client }: Mohen, projectId: string, entity: string, at?: number) {
  const asked = { projectId, entity, depth: 0, ...(at !== undefined && { at }) };
  const { data, degraded } = await client.call("graph:query", asked);
  const [found] = data.entities;
  const states = data.states.filter((state) => state.entity === found?.id);
  const attributes = [
    ...Object.entries(found?.attributes ?? {}).map(
      ([key, value]) => [found?.attributeNames[key] ?? alike(key), value] as const,
    ),
    ...states.map((state) => [state.attributeName, state.valueName ?? state.value] as const),
  ];
  const places = [found?.evidence, ...states.map((state) => state.evidence)].flatMap((evidence) =>
    evidence?.ref ? [{ where: whereOf(evidence), excerpt: evidence.excerpt ?? "" }] : [],
  );
  const name = found?.name ?? entity;
  return { data: { name, attributes: distinct(attributes), places: distinct(places) }, degraded };
}

async function ofKnowledge({ client }: Mohen, projectId: string | undefined, name: string) {
  const asked = { name, ...(projectId && { projectId }) };
  const { data, degraded } = await client.call("knowledge:entity", asked);
  const attributes = Object.entries(data.attributes).map(
    ([key, detail]) => [alike(key), detail.value] as const,
  );
  return { data: { name: data.name, attributes, places: [] }, degraded };
}

function whereOf({ ref, firstLine }: { ref?: string | undefined; firstLine?: number | undefined }) {
  return firstLine ? `${ref}:${firstLine}` : `${ref}`;
}

/** What is called the same in every language. */
function alike(name: string): Bilingual {
  return { en: name, zh: name };
}

function distinct<T>(all: readonly T[]): T[] {
  return [...new Map(all.map((each) => [JSON.stringify(each), each])).values()];
}
