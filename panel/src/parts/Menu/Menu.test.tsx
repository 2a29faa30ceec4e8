import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { Dialog } from "../Dialog/Dialog.tsx";
import { standing } from "../standing.tsx";
import { Menu } from "./Menu.tsx";

const items = ["Edit", "Delete", "Duplicate"].map((label) => ({
  id: label,
  label,
  onSelect: vi.fn(),
}));

test("it is walked by arrows, ends and first letters", async () => {
  const screen = await standing(<Menu label="more" items={items} />);
  const item = (name: string) => expect.element(screen.getByRole("menuitem", { name }));
  await userEvent.tab();
  await userEvent.keyboard("{ArrowDown}");
  await item("Edit").toHaveFocus();
  await userEvent.keyboard("{ArrowUp}");
  await item("Duplicate").toHaveFocus();
  await userEvent.keyboard("{ArrowDown}");
  await item("Edit").toHaveFocus();
  await userEvent.keyboard("d");
  await item("Delete").toHaveFocus();
  await userEvent.keyboard("d");
  await item("Duplicate").toHaveFocus();
  await userEvent.keyboard("{Home}");
  await item("Edit").toHaveFocus();
  await userEvent.keyboard("{End}{Enter}");
  expect(items[2]?.onSelect).toHaveBeenCalledOnce();
  await expect.element(screen.getByRole("button")).toHaveFocus();
});

test("from below it begins at its end", async () => {
  const screen = await standing(<Menu label="more" items={items} />);
  await userEvent.tab();
  await userEvent.keyboard("{ArrowUp}");
  await expect.element(screen.getByRole("menuitem", { name: "Duplicate" })).toHaveFocus();
});

test("a press beside it, and Tab, put it away", async () => {
  const screen = await standing(
    <>
      <Menu label="more" items={items} />
      <button type="button">beside</button>
    </>,
  );
  await userEvent.click(screen.getByLabelText("more"));
  await userEvent.click(screen.getByText("beside"));
  await expect.element(screen.getByRole("menu")).not.toBeInTheDocument();
  await userEvent.click(screen.getByLabelText("more"));
  await userEvent.tab();
  await expect.element(screen.getByRole("menu")).not.toBeInTheDocument();
  await expect.element(screen.getByText("beside")).toHaveFocus();
});

test("in a dialog, Esc closes the menu and leaves the dialog", async () => {
  const closed = vi.fn();
  const screen = await standing(
    <Dialog open title="dialog" onClose={closed}>
      <Menu label="more" items={items} />
    </Dialog>,
  );
  await userEvent.click(screen.getByLabelText("more"));
  await expect.element(screen.getByRole("menuitem", { name: "Edit" })).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  await expect.element(screen.getByRole("menu")).not.toBeInTheDocument();
  await expect.element(screen.getByLabelText("more")).toHaveFocus();
  expect(closed).not.toHaveBeenCalled();
});

test("at the bottom of the window it opens upwards", async () => {
  const screen = await standing(
    <div style={{ position: "fixed", bottom: 0, left: 0 }}>
      <Menu label="more" items={items} />
    </div>,
  );
  await userEvent.click(screen.getByLabelText("more"));
  const menu = screen.getByRole("menu").element().getBoundingClientRect();
  expect(menu.bottom).toBeLessThanOrEqual(innerHeight);
  expect(menu.left).toBeGreaterThanOrEqual(0);
});

test("it goes when the window changes its size: it would stand elsewhere", async () => {
  const screen = await standing(<Menu label="more" items={items} />);
  await userEvent.tab();
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(screen.getByRole("menu")).toBeVisible();
  window.dispatchEvent(new Event("resize"));
  await expect.element(screen.getByRole("menu")).not.toBeInTheDocument();
});
