import { beforeEach, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { createMohen } from "../../mohen.tsx";
import { standing } from "../../parts/standing.tsx";
import { PROJECT, scriptedDesk } from "../scripted_desk.ts";
import { Desk } from "./Desk.tsx";

beforeEach(() => localStorage.clear());

async function laid() {
  const desk = scriptedDesk({ slow: true });
  const mohen = createMohen({ client: desk.client, language: "zh", projectId: PROJECT });
  const screen = await standing(
    <div style={{ height: 600 }}>
      <Desk />
    </div>,
    mohen,
  );
  const editor = screen.getByRole("textbox", { name: /雾中的信/ });
  await expect.element(editor, { timeout: 20_000 }).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "续写" })).toBeVisible();
  (editor.element() as HTMLElement).focus();
  const runs = () => desk.client.callsOf("ai:skill:run");
  return { desk, screen, editor, runs };
}

test("the finder opens over the text by keyboard, and Esc gives the text back", async () => {
  const { screen, editor, runs } = await laid();
  await userEvent.keyboard("{Control>}k{/Control}");
  await expect.element(screen.getByRole("textbox", { name: "查找技能" })).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  await expect.element(screen.getByRole("dialog")).not.toBeInTheDocument();
  await expect.element(editor).toHaveFocus();
  expect(runs()).toEqual([]);
});

test("the shortcut pressed twice runs once, and Esc stops it once", async () => {
  const { desk, screen, runs } = await laid();
  await userEvent.keyboard("{Control>}{End}{Enter}{Enter}{/Control}");
  await expect.element(screen.getByRole("button", { name: "停止" })).toBeVisible();
  expect(runs()).toHaveLength(1);
  await userEvent.keyboard("{Escape}{Escape}");
  await expect.element(screen.getByText("已停止，还没有写出什么。")).toBeVisible();
  expect(desk.client.callsOf("ai:skill:cancel")).toHaveLength(1);
});

test("Esc with nothing under way stops nothing", async () => {
  const { desk, editor } = await laid();
  await userEvent.keyboard("{Escape}");
  expect(desk.client.callsOf("ai:skill:cancel")).toEqual([]);
  await expect.element(editor).toHaveFocus();
});
