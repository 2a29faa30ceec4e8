import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { standing } from "../../parts/standing.tsx";
import { SKILLS } from "../sample_desk.ts";
import { SkillFinder } from "./SkillFinder.tsx";

const SOUND = SKILLS.filter((each) => each.status === "ok");

async function finder() {
  const onRun = vi.fn();
  const onClose = vi.fn();
  const screen = await standing(
    <SkillFinder
      open
      skills={SKILLS}
      hindrance={() => undefined}
      onRun={onRun}
      onClose={onClose}
    />,
  );
  const field = screen.getByRole("textbox", { name: "查找技能" });
  await expect.element(field).toHaveFocus();
  return { screen, onRun, onClose, field };
}

test("up from the first is the last, and it is said aloud", async () => {
  const { screen, onRun, onClose } = await finder();
  await userEvent.keyboard("{ArrowUp}");
  await expect.element(screen.getByRole("status")).toHaveTextContent(SOUND.at(-1)?.title.zh ?? "?");
  await userEvent.keyboard("{Enter}");
  expect(onRun).toHaveBeenCalledExactlyOnceWith(SOUND.at(-1));
  expect(onClose).toHaveBeenCalledOnce();
});

test("the Enter that ends a composition runs nothing", async () => {
  const { onRun, field } = await finder();
  const enter = { key: "Enter", bubbles: true, cancelable: true, isComposing: true };
  field.element().dispatchEvent(new KeyboardEvent("keydown", enter));
  expect(onRun).not.toHaveBeenCalled();
});

test("what is broken is not found, and neither is anything by a character's accident", async () => {
  const { screen, field } = await finder();
  expect(screen.getByRole("list").getByRole("button").elements()).toHaveLength(SOUND.length);
  await field.fill(".*");
  await expect.element(screen.getByRole("status")).toHaveTextContent("没有这个技能。");
});

test("narrowed below where one stood, the first of what is left is the one", async () => {
  const { onRun, field } = await finder();
  await userEvent.keyboard("{ArrowDown}{ArrowDown}{ArrowDown}");
  await field.fill(" POLISH ");
  await userEvent.keyboard("{Enter}");
  expect(onRun.mock.calls.map(([skill]) => skill.id)).toEqual(["polish"]);
});

test("Esc runs nothing", async () => {
  const { onRun, onClose } = await finder();
  await userEvent.keyboard("{Escape}");
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(onRun).not.toHaveBeenCalled();
});
