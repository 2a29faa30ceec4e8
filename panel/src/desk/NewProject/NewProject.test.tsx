import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { standing } from "../../parts/standing.tsx";
import { NewProject, type NewProjectProps } from "./NewProject.tsx";

async function opened(onCreate: NewProjectProps["onCreate"]) {
  const onClose = vi.fn();
  const screen = await standing(<NewProject open onClose={onClose} onCreate={onCreate} />);
  const name = screen.getByRole("textbox", { name: "项目名称" });
  await expect.element(name).toHaveFocus();
  return { onClose, screen, name };
}

test("Esc begins nothing", async () => {
  const onCreate = vi.fn(async () => undefined);
  const { onClose } = await opened(onCreate);
  await userEvent.keyboard("雾港{Escape}");
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(onCreate).not.toHaveBeenCalled();
});

test("two Enters begin one project, and it stays open until that is done", async () => {
  let done: () => void = () => {};
  const onCreate = vi.fn(
    () =>
      new Promise<undefined>((resolve) => {
        done = () => resolve(undefined);
      }),
  );
  const { onClose } = await opened(onCreate);
  await userEvent.keyboard("雾港{Enter}{Enter}");
  expect(onCreate).toHaveBeenCalledExactlyOnceWith("雾港", undefined);
  expect(onClose).not.toHaveBeenCalled();
  done();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
});

test("a blank name is told of at its field, and a folder of spaces is none", async () => {
  const onCreate = vi.fn(async () => undefined);
  const { screen, name } = await opened(onCreate);
  await userEvent.keyboard("  {Enter}");
  await expect.element(name).toHaveAccessibleDescription("请起个名字。");
  expect(onCreate).not.toHaveBeenCalled();
  await name.fill("雾港");
  await screen.getByRole("textbox", { name: /文件夹/ }).fill("  ");
  await userEvent.keyboard("{Enter}");
  expect(onCreate).toHaveBeenCalledExactlyOnceWith("雾港", undefined);
});
