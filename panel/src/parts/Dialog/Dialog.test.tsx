import { StrictMode, useState } from "react";
import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { Button } from "../Button/Button.tsx";
import { standing } from "../standing.tsx";
import { TextField } from "../TextField/TextField.tsx";
import { Toasts } from "../Toasts/Toasts.tsx";
import { Dialog } from "./Dialog.tsx";

function Opener({ onClose = () => {}, field = "" }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>open</Button>
      {open && (
        <Dialog
          open
          title="Edit"
          onClose={() => {
            onClose();
            setOpen(false);
          }}
        >
          <TextField label="one" value="" onChange={() => {}} />
          <TextField label="two" value="" onChange={() => {}} autoFocus={field === "two"} />
        </Dialog>
      )}
      <Toasts />
    </>
  );
}

test("Esc closes it, and the focus goes back even when its owner takes it off the page", async () => {
  const closed = vi.fn();
  const screen = await standing(<Opener onClose={closed} />);
  await userEvent.click(screen.getByText("open"));
  await expect.element(screen.getByLabelText("one")).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  await expect.element(screen.getByRole("dialog")).not.toBeInTheDocument();
  await expect.element(screen.getByText("open")).toHaveFocus();
  expect(closed).toHaveBeenCalledOnce();
});

test("where React mounts everything twice, the focus goes back all the same", async () => {
  const screen = await standing(
    <StrictMode>
      <Opener />
    </StrictMode>,
  );
  await userEvent.click(screen.getByText("open"));
  await userEvent.keyboard("{Escape}");
  await expect.element(screen.getByText("open")).toHaveFocus();
});

test("an owner that does not want it closed keeps it open", async () => {
  const asked = vi.fn();
  const screen = await standing(
    <Dialog open title="Stay" onClose={asked}>
      text
    </Dialog>,
  );
  await userEvent.keyboard("{Escape}");
  await expect.poll(() => asked.mock.calls.length).toBe(1);
  await expect.element(screen.getByRole("dialog")).toBeVisible();
});

test("the field that asks for the focus gets it, wherever it stands", async () => {
  const screen = await standing(<Opener field="two" />);
  await userEvent.click(screen.getByText("open"));
  await expect.element(screen.getByLabelText("two")).toHaveFocus();
});

test("a selection that is dragged out of it does not close it", async () => {
  const closed = vi.fn();
  const screen = await standing(<Opener onClose={closed} />);
  await userEvent.click(screen.getByText("open"));
  const dialog = screen.getByRole("dialog").element();
  const heading = screen.getByRole("heading").element();
  heading.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
  dialog.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  expect(closed).not.toHaveBeenCalled();
  dialog.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
  dialog.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  expect(closed).toHaveBeenCalledOnce();
});

test("what is said while it is open can be read and answered", async () => {
  const undone = vi.fn();
  const screen = await standing(<Opener />);
  await userEvent.click(screen.getByText("open"));
  const { show } = screen.mohen.toasts.getState();
  show({ text: "deleted", tone: "info", action: { label: "undo", act: undone } });
  await userEvent.click(screen.getByText("undo"));
  expect(undone).toHaveBeenCalledOnce();
  await userEvent.keyboard("{Escape}");
  show({ text: "later", tone: "info" });
  await expect.element(screen.getByText("later")).toBeVisible();
});

function Nested() {
  const [open, setOpen] = useState(false);
  const [gone, setGone] = useState(false);
  return (
    <Dialog open title="Below" onClose={() => {}}>
      {!gone && <Button onClick={() => setOpen(true)}>forget it</Button>}
      <Dialog open={open} title="Above" onClose={() => setOpen(false)}>
        <Button
          onClick={() => {
            setGone(true);
            setOpen(false);
          }}
        >
          yes
        </Button>
      </Dialog>
    </Dialog>
  );
}

test("what opened it is gone by what was done in it: one is in the dialog below", async () => {
  const screen = await standing(<Nested />);
  await userEvent.click(screen.getByText("forget it"));
  await userEvent.click(screen.getByText("yes"));
  await expect.element(screen.getByRole("heading", { name: "Below" })).toHaveFocus();
});
