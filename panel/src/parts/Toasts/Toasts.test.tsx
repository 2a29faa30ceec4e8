import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { standing } from "../standing.tsx";
import { Toasts } from "./Toasts.tsx";

const page = (
  <>
    <button type="button">page</button>
    <Toasts />
  </>
);

test("none goes away while the pointer rests on one", async () => {
  const screen = await standing(page);
  screen.mohen.toasts.getState().show({ text: "said", tone: "info" }, 3_600_000);
  await userEvent.hover(screen.getByText("said"));
  await expect.poll(() => screen.mohen.toasts.getState().held).toBe(true);
  await userEvent.hover(screen.getByText("page"));
  await expect.poll(() => screen.mohen.toasts.getState().held).toBe(false);
});

test("none goes away while the focus is inside, and afterwards the focus is where it was", async () => {
  const screen = await standing(page);
  const { show } = screen.mohen.toasts.getState();
  show({ text: "one", tone: "info" }, 3_600_000);
  show({ text: "two", tone: "info" }, 3_600_000);
  await expect.element(screen.getByText("two")).toBeVisible();
  await userEvent.click(screen.getByText("page"));
  await userEvent.tab();
  await expect.poll(() => screen.mohen.toasts.getState().held).toBe(true);
  await userEvent.keyboard("{Enter}");
  await expect.element(screen.getByText("one")).not.toBeInTheDocument();
  expect(screen.mohen.toasts.getState().held).toBe(true);
  await userEvent.tab();
  await userEvent.keyboard("{Enter}");
  await expect.element(screen.getByText("two")).not.toBeInTheDocument();
  await expect.element(screen.getByText("page")).toHaveFocus();
  await expect.poll(() => screen.mohen.toasts.getState().held).toBe(false);
});

test("the bar of one that stays until it is put away is not drawn", async () => {
  const screen = await standing(page);
  screen.mohen.toasts.getState().show({ text: "stays", tone: "danger" });
  await expect.element(screen.getByText("stays")).toBeVisible();
  expect(screen.container.querySelector("[style*=animation-duration]")).toBeNull();
});
