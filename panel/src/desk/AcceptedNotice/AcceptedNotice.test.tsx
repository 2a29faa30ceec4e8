import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { standing } from "../../parts/standing.tsx";
import { AcceptedNotice } from "./AcceptedNotice.tsx";

async function notice(praise = "") {
  const on = { onPraise: vi.fn(), onDone: vi.fn(), onUndo: vi.fn() };
  const screen = await standing(<AcceptedNotice praise={praise} {...on} />);
  return { screen, on, field: screen.getByRole("textbox") };
}

test("it goes on with what was said before", async () => {
  const { on, field } = await notice("短句利落");
  await expect.element(field).toHaveValue("短句利落");
  await field.fill("");
  expect(on.onPraise).toHaveBeenCalledExactlyOnceWith("");
});

test("by keyboard: the word, then done, then back; done without a word praises nothing", async () => {
  const { screen, on, field } = await notice();
  await userEvent.tab();
  await expect.element(field).toHaveFocus();
  await userEvent.tab();
  await expect.element(screen.getByRole("button", { name: "改好了" })).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  expect(on.onDone).toHaveBeenCalledOnce();
  await userEvent.tab();
  await userEvent.keyboard("{Enter}");
  expect(on.onUndo).toHaveBeenCalledOnce();
  expect(on.onDone).toHaveBeenCalledOnce();
  expect(on.onPraise).not.toHaveBeenCalled();
});

test("a word of praise is no essay: what does not fit is not taken", async () => {
  const { on, field } = await notice("好".repeat(239));
  await field.click();
  await userEvent.keyboard("{End}极了");
  await expect.element(field).toHaveValue(`${"好".repeat(239)}极`);
  expect(on.onPraise).toHaveBeenLastCalledWith(`${"好".repeat(239)}极`);
});
