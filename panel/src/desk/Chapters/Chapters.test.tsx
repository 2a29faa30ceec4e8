import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import type { Failure } from "../../channels/client.ts";
import { standing } from "../../parts/standing.tsx";
import { Chapters, type ChaptersProps } from "./Chapters.tsx";

const FOG = { ref: "chapters/01.md", title: "<i>雾</i>", chars: 12_345, version: "v1" };

async function chapters(props: Partial<ChaptersProps> = {}) {
  const onCreate = vi.fn<ChaptersProps["onCreate"]>(async () => undefined);
  const onOpen = vi.fn();
  const screen = await standing(
    <Chapters items={[FOG]} onOpen={onOpen} onCreate={onCreate} {...props} />,
  );
  const add = screen.getByRole("button", { name: "新建章节" });
  return { screen, onCreate, onOpen, add, title: screen.getByRole("textbox") };
}

test("Esc leaves the new chapter unbegun, and one is back at the button", async () => {
  const { add, title, onCreate } = await chapters();
  (add.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(title).toHaveFocus();
  await userEvent.keyboard("灯塔{Escape}");
  await expect.element(title).not.toBeInTheDocument();
  await expect.element(add).toHaveFocus();
  expect(onCreate).not.toHaveBeenCalled();
});

test("spaces are no title, and two Enters begin one chapter", async () => {
  let done: (failure: Failure | undefined) => void = () => {};
  const onCreate = vi.fn<ChaptersProps["onCreate"]>(
    () =>
      new Promise((resolve) => {
        done = resolve;
      }),
  );
  const { add, title } = await chapters({ onCreate });
  await add.click();
  await title.fill("   ");
  await userEvent.keyboard("{Enter}");
  expect(onCreate).not.toHaveBeenCalled();
  await title.fill(" 灯塔 ");
  await userEvent.keyboard("{Enter}{Enter}");
  expect(onCreate).toHaveBeenCalledExactlyOnceWith("灯塔");
  done(undefined);
  await expect.element(add).toHaveFocus();
});

test("a title is text, and a long one does not push the list out of its place", async () => {
  const endless = { ...FOG, ref: "chapters/02.md", title: "雾".repeat(300) };
  const { screen, onOpen } = await chapters({ items: [FOG, endless], opening: endless.ref });
  const fog = screen.getByRole("button", { name: "<i>雾</i> 12,345 字" });
  await fog.click();
  expect(onOpen).toHaveBeenCalledExactlyOnceWith(FOG.ref);
  await expect.element(screen.getByRole("button", { name: /雾雾/ })).toHaveAttribute("aria-busy");
  const nav = screen.getByRole("navigation", { name: "章节" }).element();
  expect(nav.scrollWidth).toBeLessThanOrEqual(nav.clientWidth);
});
