import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { StoreApi } from "zustand";
import { Failure, unreachable } from "../channels/client.ts";
import { PROJECT, type ScriptedDesk, scriptedDesk } from "../desk/scripted_desk.ts";
import { createMohen, type Mohen } from "../mohen.tsx";
import { type Chapters, createChapters } from "./chapters.ts";
import { createDrafts } from "./drafts.ts";
import { AGAIN_MS, PAUSE_MS } from "./open_chapter.ts";
import { emptyStorage } from "./storage.testing.ts";

const FIRST = "chapters/01-雾中的信.md";
const SECOND = "chapters/02-灯塔.md";

let desk: ScriptedDesk;
let mohen: Mohen;
let chapters: StoreApi<Chapters>;
const now = () => chapters.getState();
const flush = () => vi.advanceTimersByTimeAsync(0);
const pause = () => vi.advanceTimersByTimeAsync(PAUSE_MS);

beforeEach(() => {
  vi.useFakeTimers();
  emptyStorage();
  desk = scriptedDesk();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function sitDown() {
  mohen = createMohen({ client: desk.client, projectId: PROJECT, language: "zh" });
  chapters = mohen.store(createChapters);
  await flush();
}

async function nobodyAnswers() {
  desk.client.script({ "chapter:write": unreachable("away"), "chapter:read": unreachable("away") });
}

describe("at the desk", () => {
  beforeEach(sitDown);

  test("the first chapter lies open, and the last one opened at the next visit", async () => {
    expect(now().open?.ref).toBe(FIRST);
    await now().show(SECOND);
    await sitDown();
    expect(now().open?.ref).toBe(SECOND);
  });

  test("a text is saved when one stops typing, once, and its list entry follows", async () => {
    now().edited("# 雾\n\n一");
    expect(now().saving).toBe("unsaved");
    await vi.advanceTimersByTimeAsync(PAUSE_MS - 1);
    now().edited("# 雾\n\n一二");
    await vi.advanceTimersByTimeAsync(PAUSE_MS - 1);
    expect(desk.client.callsOf("chapter:write")).toHaveLength(0);
    await pause();
    expect(desk.client.callsOf("chapter:write")).toHaveLength(1);
    expect(desk.textOf(FIRST)).toBe("# 雾\n\n一二");
    expect(now()).toMatchObject({ saving: "saved", open: { title: "雾" } });
    expect(now().list.data?.[0]?.title).toBe("雾");
  });

  test("what is typed while it is being saved is saved after it", async () => {
    now().edited("一");
    const saved = now().save();
    now().edited("一二");
    expect(await saved).toBe(false);
    await pause();
    expect(desk.textOf(FIRST)).toBe("一二");
    expect(now().saving).toBe("saved");
  });

  test("an edit that is undone by hand needs no saving", async () => {
    const text = now().open?.text ?? "";
    now().edited(`${text}!`);
    now().edited(text);
    expect(now().saving).toBe("saved");
    await pause();
    expect(desk.client.callsOf("chapter:write")).toHaveLength(0);
  });

  test("another chapter is opened only after this one is saved", async () => {
    now().edited("新的结尾");
    await now().show(SECOND);
    expect(desk.textOf(FIRST)).toBe("新的结尾");
    expect(now().open?.ref).toBe(SECOND);
  });

  test("of two chapters asked for, the later one lies open", async () => {
    await now().show(SECOND);
    const slow = now().show(FIRST);
    await now().show(SECOND);
    await slow;
    expect(now()).toMatchObject({ open: { ref: SECOND }, opening: undefined });
  });

  test("a new chapter is begun and lies open", async () => {
    expect(await now().create("归航")).toBeUndefined();
    expect(now().open).toMatchObject({ title: "归航", ref: "chapters/03-归航.md" });
    expect(now().list.data).toHaveLength(3);
  });

  test("another project: what was written goes to its file, and the desk is cleared", async () => {
    now().edited("写到一半");
    mohen.place.getState().enter("别的书");
    expect(now().open).toBeUndefined();
    await flush();
    expect(desk.client.callsOf("chapter:write")[0]).toMatchObject({
      projectId: PROJECT,
      text: "写到一半",
    });
  });
});

describe("the file is changed elsewhere", () => {
  beforeEach(sitDown);

  test("with nothing unsaved the desk follows, as another revision", async () => {
    desk.meddle(FIRST, "别人写的");
    await flush();
    expect(now()).toMatchObject({ saving: "saved", open: { text: "别人写的", revision: 2 } });
  });

  test("with something unsaved the author decides, and nothing is written meanwhile", async () => {
    now().edited("我写的");
    desk.meddle(FIRST, "别人写的");
    await pause();
    expect(now()).toMatchObject({ saving: "conflict", theirs: { text: "别人写的" } });
    now().edited("我写的，再写");
    await pause();
    expect(desk.textOf(FIRST)).toBe("别人写的");
    await now().keepMine();
    expect(desk.textOf(FIRST)).toBe("我写的，再写");
    expect(now()).toMatchObject({ saving: "saved", theirs: undefined });
  });

  test("theirs can be taken: the desk reads as the file", async () => {
    now().edited("我写的");
    desk.meddle(FIRST, "别人写的");
    await pause();
    now().takeTheirs();
    expect(now()).toMatchObject({ saving: "saved", open: { text: "别人写的", revision: 2 } });
    expect(mohen.store(createDrafts).find(PROJECT, FIRST)).toBeUndefined();
  });

  test("found out only when saving: the same choice", async () => {
    desk.meddle(FIRST, "别人写的", { quietly: true });
    now().edited("我写的");
    await pause();
    expect(now()).toMatchObject({ saving: "conflict", theirs: { text: "别人写的" } });
    expect(desk.textOf(FIRST)).toBe("别人写的");
  });

  test("the push of one's own write is no news", async () => {
    now().edited("我写的");
    await pause();
    await flush();
    expect(desk.client.callsOf("chapter:read")).toHaveLength(1);
    expect(now()).toMatchObject({ saving: "saved", theirs: undefined, open: { revision: 1 } });
  });
});

test("what was read before one's own write does not come back over it", async () => {
  await sitDown();
  const { data: before } = await desk.client.call("chapter:read", {
    projectId: PROJECT,
    ref: FIRST,
  });
  let answer = () => {};
  const slow = new Promise<void>((resolve) => {
    answer = resolve;
  });
  // Given a look at the file that is answered late, because something was done to it
  desk.client.script({ "chapter:read": () => slow.then(() => before) });
  desk.client.push("context:files:changed", { projectId: PROJECT, refs: [FIRST], at: 0 });
  // When one writes on and that is saved before the answer comes
  now().edited("后来写的");
  await pause();
  const { text, version } = { text: "后来写的", version: now().open?.version ?? "" };
  desk.client.script({ "chapter:read": { ...before, text, version } });
  answer();
  await flush();
  // Then the desk keeps what is newer, and goes on saving it
  expect(now()).toMatchObject({ saving: "saved", open: { text, revision: 1 } });
  now().edited("后来写的，再写");
  await pause();
  expect(desk.textOf(FIRST)).toBe("后来写的，再写");
  expect(now().saving).toBe("saved");
});

describe("nobody answers", () => {
  beforeEach(sitDown);

  test("the text stays, is kept here, and is saved when the server is back", async () => {
    const answers = desk.client;
    await nobodyAnswers();
    now().edited("断线时写的");
    await pause();
    expect(now().saving).toBe("offline");
    expect(now().open?.text).toBe("断线时写的");
    expect(mohen.store(createDrafts).find(PROJECT, FIRST)).toMatchObject({ text: "断线时写的" });
    const back = scriptedDesk();
    answers.script({
      "chapter:write": (asked) => back.client.call("chapter:write", asked).then((it) => it.data),
      "chapter:read": (asked) => back.client.call("chapter:read", asked).then((it) => it.data),
    });
    await vi.advanceTimersByTimeAsync(AGAIN_MS);
    expect(back.textOf(FIRST)).toBe("断线时写的");
    expect(now().saving).toBe("saved");
    expect(mohen.store(createDrafts).find(PROJECT, FIRST)).toBeUndefined();
  });

  test("at the next visit the text comes back, and goes to its file", async () => {
    await nobodyAnswers();
    now().edited("断线时写的");
    now().leave();
    await flush();
    desk = scriptedDesk();
    await sitDown();
    expect(now()).toMatchObject({
      restored: true,
      saving: "unsaved",
      open: { text: "断线时写的" },
    });
    await pause();
    expect(desk.textOf(FIRST)).toBe("断线时写的");
  });

  test("where the file went on meanwhile, the author decides", async () => {
    await nobodyAnswers();
    now().edited("断线时写的");
    now().leave();
    await flush();
    desk = scriptedDesk();
    desk.meddle(FIRST, "文件里的新内容");
    await sitDown();
    expect(now()).toMatchObject({
      saving: "conflict",
      theirs: { text: "文件里的新内容" },
      open: { text: "断线时写的" },
    });
    await now().keepMine();
    expect(desk.textOf(FIRST)).toBe("断线时写的");
  });
});

test("a file that is gone: the text becomes a chapter of its own", async () => {
  desk = scriptedDesk();
  await sitDown();
  const gone = scriptedDesk({ chapters: [] });
  desk.client.script({
    "chapter:write": (asked) => gone.client.call("chapter:write", asked).then((it) => it.data),
    "chapter:create": (asked) => gone.client.call("chapter:create", asked).then((it) => it.data),
    "chapter:read": (asked) => gone.client.call("chapter:read", asked).then((it) => it.data),
  });
  now().edited("# 雾中的信\n\n还在");
  await pause();
  expect(now()).toMatchObject({ saving: "failed", failure: { code: "NOT_FOUND" } });
  await now().saveAsNew();
  expect(gone.textOf("chapters/01-雾中的信.md")).toBe("# 雾中的信\n\n还在");
  expect(now()).toMatchObject({ saving: "saved" });
});

test("what is written while a lost file becomes a chapter of its own is kept", async () => {
  await sitDown();
  now().edited("第一句");
  let create = () => {};
  const made = { ref: SECOND, title: "新", chars: 0, version: "v8", modifiedAt: 1, text: "" };
  desk.client.script({
    "chapter:create": () =>
      new Promise((tell) => {
        create = () => tell(made);
      }),
    "chapter:write": ({ ref }) => ({ ref, title: "新", chars: 3, version: "v9", modifiedAt: 1 }),
  });
  const done = now().saveAsNew();
  now().edited("第一句，第二句");
  await flush();
  create();
  await done;
  expect(now()).toMatchObject({ open: { ref: SECOND, text: "第一句，第二句" }, saving: "unsaved" });
});

describe("a chapter that cannot be opened", () => {
  test("is no trouble of the one on the desk", async () => {
    await sitDown();
    desk.client.script({ "chapter:read": refusal("NOT_FOUND") });
    await now().show(SECOND);
    expect(now()).toMatchObject({ open: { ref: FIRST }, opening: undefined, failure: undefined });
    expect(mohen.toasts.getState().items).toMatchObject([{ tone: "danger" }]);
  });

  test("is told where it should lie, when nothing else does", async () => {
    desk.client.script({ "chapter:read": refusal("NOT_FOUND") });
    await sitDown();
    expect(now()).toMatchObject({ open: undefined, failure: { code: "NOT_FOUND" } });
  });
});

test("a chapter begun in a project that was left is not looked for in the next", async () => {
  await sitDown();
  const asked = now().create("第三章");
  mohen.place.getState().enter("别的书");
  await asked;
  const read = desk.client.callsOf("chapter:read").map(({ projectId, ref }) => [projectId, ref]);
  expect(read.filter(([projectId]) => projectId === "别的书")).not.toContainEqual([
    "别的书",
    "chapters/03-第三章.md",
  ]);
});

test("what is written before the author decides is kept here", async () => {
  await sitDown();
  desk.meddle(FIRST, "别人写的", { quietly: true });
  now().edited("我写的");
  await pause();
  expect(now().saving).toBe("conflict");
  now().edited("我写的，又写的");
  await pause();
  expect(mohen.store(createDrafts).find(PROJECT, FIRST)?.text).toBe("我写的，又写的");
});

test("what was typed while the next chapter was on its way reaches its file", async () => {
  await sitDown();
  const reading = now().show(SECOND);
  now().edited("还在写");
  await reading;
  await flush();
  expect(now().open?.ref).toBe(SECOND);
  expect(desk.textOf(FIRST)).toBe("还在写");
  expect(mohen.store(createDrafts).find(PROJECT, FIRST)).toBeUndefined();
});

test("changed elsewhere, and then nobody answers: it is tried again", async () => {
  await sitDown();
  desk.client.script({
    "chapter:write": refusal("CONFLICT"),
    "chapter:read": unreachable("away"),
  });
  now().edited("我写的");
  await pause();
  expect(now().saving).toBe("offline");
});

function refusal(code: string): Failure {
  return new Failure({ code, message: code, retryable: false });
}

test("a project without a folder is said to have none", async () => {
  desk = scriptedDesk(
    {},
    {
      "project:chapters": refusal("NOT_FOUND"),
    },
  );
  await sitDown();
  expect(now()).toMatchObject({ homeless: "none", open: undefined });
});
