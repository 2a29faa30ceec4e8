import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { unreachable } from "../../channels/client.ts";
import { createMohen } from "../../mohen.tsx";
import { standing } from "../../parts/standing.tsx";
import { PROJECT, scriptedDesk } from "../scripted_desk.ts";
import { ProjectPicker } from "./ProjectPicker.tsx";

async function picker(desk: ReturnType<typeof scriptedDesk>, projectId?: string) {
  const mohen = createMohen({
    client: desk.client,
    language: "zh",
    ...(projectId && { projectId }),
  });
  const screen = await standing(<ProjectPicker />, mohen);
  return { screen, mohen, chosen: screen.getByRole("combobox", { name: "项目" }) };
}

test("the project one stands in is there, also while the server does not know it", async () => {
  const desk = scriptedDesk({}, { "project:list": unreachable("gone") });
  const { chosen } = await picker(desk, "新书");
  await expect.element(chosen).toHaveValue("新书");
});

test("without a project it says so, and what is no project cannot be entered", async () => {
  const { screen, mohen, chosen } = await picker(scriptedDesk());
  await expect.element(chosen).toHaveDisplayValue("选择项目");
  await expect.element(screen.getByRole("option", { name: "选择项目" })).toBeDisabled();
  await userEvent.selectOptions(chosen, PROJECT);
  expect(mohen.place.getState().projectId).toBe(PROJECT);
  await expect.element(screen.getByRole("option", { name: "选择项目" })).not.toBeInTheDocument();
});

test("Esc in the new project leaves the focus on the button that asked for it", async () => {
  const { screen } = await picker(scriptedDesk(), PROJECT);
  const add = screen.getByRole("button", { name: "新建项目" });
  await add.click();
  await expect.element(screen.getByRole("textbox", { name: "项目名称" })).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  await expect.element(add).toHaveFocus();
});
