import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { scriptedDesk } from "../../desk/scripted_desk.ts";
import { createMohen } from "../../mohen.tsx";
import { standing } from "../../parts/standing.tsx";
import { TopBar, type TopBarProps } from "./TopBar.tsx";

async function bar(props: TopBarProps = {}) {
  const { client } = scriptedDesk({ projects: [] });
  const mohen = createMohen({ client, language: "zh", theme: "light" });
  return standing(<TopBar {...props} />, mohen);
}

test("the other language is offered in that language, and the focus stays on it", async () => {
  const screen = await bar();
  const english = screen.getByRole("button", { name: "English" });
  await expect.element(english).toHaveAttribute("lang", "en");
  (english.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  const chinese = screen.getByRole("button", { name: "中文" });
  await expect.element(chinese).toHaveAttribute("lang", "zh");
  await expect.element(chinese).toHaveFocus();
});

test("a sample is offered where there is one", async () => {
  const without = await bar();
  await expect
    .element(without.getByRole("button", { name: "载入示例项目" }))
    .not.toBeInTheDocument();
  await without.unmount();
  const onLoadSample = vi.fn();
  const screen = await bar({ onLoadSample });
  await screen.getByRole("button", { name: "载入示例项目" }).click();
  expect(onLoadSample).toHaveBeenCalledOnce();
});

test("what a view adds stands before the language and the theme", async () => {
  const screen = await bar({ children: <button type="button">旁边</button> });
  const names = screen
    .getByRole("button")
    .elements()
    .map((each) => each.textContent);
  expect(names.indexOf("旁边")).toBe(names.indexOf("English") - 1);
});
