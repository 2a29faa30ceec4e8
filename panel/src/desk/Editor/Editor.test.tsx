import { useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { scriptedClient } from "../../channels/scripted.ts";
import { createMohen, type Mohen, MohenProvider } from "../../mohen.tsx";
import { Editor, type EditorProps } from "./Editor.tsx";
import type { Manuscript } from "./manuscript.ts";

let mohen: Mohen;
let show: (props: Partial<EditorProps>) => void;
let manuscript: Manuscript | undefined;
let leave: () => Promise<void>;

function Host(first: EditorProps) {
  const [props, setProps] = useState(first);
  show = (next) => setProps((now) => ({ ...now, ...next }));
  return (
    <Editor
      {...props}
      onReady={(it) => {
        manuscript = it;
      }}
    />
  );
}

async function open(props: Partial<EditorProps> = {}, before?: Mohen) {
  mohen = before ?? createMohen({ client: scriptedClient(), language: "zh" });
  const screen = await render(
    <MohenProvider mohen={mohen}>
      <Host documentId="1" text="雾来了。" label="正文" {...props} />
    </MohenProvider>,
  );
  const editor = page.getByRole("textbox", { name: "正文" });
  await expect.element(editor, { timeout: 20_000 }).toBeVisible();
  leave = () => screen.unmount();
  return editor;
}

const content = () => document.querySelector<HTMLElement>(".cm-content") ?? document.body;

afterEach(() => {
  for (const each of document.querySelectorAll("meta[property='csp-nonce']")) each.remove();
});

test("each document keeps its own undo history, and its marks, while another is open", async () => {
  const editor = await open();
  await editor.click();
  await userEvent.keyboard("{Control>}{End}{/Control}他走了。");
  manuscript?.mark("r", { from: 0, to: 4 });
  show({ documentId: "2", text: "灯塔。" });
  await expect.element(editor).toHaveTextContent("灯塔。");
  expect(manuscript?.documentId).toBe("2");
  expect(manuscript?.markOf("r")).toBeUndefined();
  await userEvent.keyboard("{Control>}z{/Control}");
  await expect.element(editor).toHaveTextContent("灯塔。");
  show({ documentId: "1", text: "雾来了。他走了。" });
  await expect.element(editor).toHaveTextContent("雾来了。他走了。");
  expect(manuscript?.markOf("r")).toMatchObject({ from: 0, to: 4 });
  await userEvent.keyboard("{Control>}z{/Control}");
  await expect.element(editor).toHaveTextContent("雾来了。");
});

test("who looks elsewhere and comes back finds the text and its undo history", async () => {
  const editor = await open();
  await editor.click();
  await userEvent.keyboard("{Control>}{End}{/Control}他走了。");
  await leave();
  expect(manuscript).toBeUndefined();
  const again = await open({ text: "雾来了。他走了。" }, mohen);
  await expect.element(again).toHaveTextContent("雾来了。他走了。");
  await again.click();
  await userEvent.keyboard("{Control>}z{/Control}");
  await expect.element(again).toHaveTextContent("雾来了。");
});

test("a document that was changed elsewhere meanwhile is shown as it is now", async () => {
  const editor = await open();
  show({ documentId: "2", text: "灯塔。" });
  await expect.element(editor).toHaveTextContent("灯塔。");
  show({ documentId: "1", text: "别人改过。" });
  await expect.element(editor).toHaveTextContent("别人改过。");
});

test("another revision replaces the text, and can be undone", async () => {
  const editor = await open();
  await editor.click();
  show({ text: "雾散了。", revision: 1 });
  await expect.element(editor).toHaveTextContent("雾散了。");
  await userEvent.keyboard("{Control>}z{/Control}");
  await expect.element(editor).toHaveTextContent("雾来了。");
});

test("another text without another revision is the editor's own, told back to it", async () => {
  const editor = await open();
  show({ text: "别的" });
  await expect.element(editor).toHaveTextContent("雾来了。");
});

test("nothing is told in the middle of a word that is being put together", async () => {
  const onChange = vi.fn();
  await open({ onChange });
  const line = content();
  line.focus();
  line.dispatchEvent(new CompositionEvent("compositionstart", { bubbles: true }));
  document.execCommand("insertText", false, "ni");
  await vi.waitFor(() => expect(manuscript?.composing).toBe(true));
  expect(onChange).not.toHaveBeenCalled();
  line.dispatchEvent(new CompositionEvent("compositionend", { bubbles: true, data: "ni" }));
  await vi.waitFor(() => expect(onChange).toHaveBeenCalled());
  expect(onChange.mock.lastCall?.[0]).toContain("ni");
});

test("its style sheet carries the page's nonce", async () => {
  const meta = document.createElement("meta");
  meta.setAttribute("property", "csp-nonce");
  meta.nonce = "abc";
  document.head.append(meta);
  await open();
  const sheets = [...document.querySelectorAll("style")].filter((each) =>
    each.textContent?.includes("cm-"),
  );
  expect(sheets.some((each) => each.nonce === "abc")).toBe(true);
});

test("spelling is left alone unless one asks for it", async () => {
  const editor = await open();
  await expect.element(editor).toHaveAttribute("spellcheck", "false");
  show({ spellCheck: true });
  await expect.element(editor).toHaveAttribute("spellcheck", "true");
});

test("a document that was just opened is written on at its end", async () => {
  await open({ text: "# 第一章\n\n雾来了。\n" });
  expect(manuscript?.selection()).toEqual({ from: 12, to: 12 });
});

test("one comes back to where one was in a text, also on a page that knows nothing of it", async () => {
  const kept = new Map<string, unknown>();
  const places = {
    find: (id: string) => kept.get(id),
    keep: (id: string, place: unknown) => void kept.set(id, place),
  };
  await open({ text: "雾来了。\n她等的人没有来。", places });
  manuscript?.mark("place", { from: 3, to: 3 });
  manuscript?.show("place");
  await leave();
  await open({ text: "雾来了。\n她等的人没有来。", places });
  expect(manuscript?.selection()).toEqual({ from: 3, to: 3 });
});
