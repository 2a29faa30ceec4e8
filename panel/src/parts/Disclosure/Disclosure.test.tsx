import { useState } from "react";
import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { standing } from "../standing.tsx";
import { Disclosure } from "./Disclosure.tsx";

function Owner({ hear }: { hear(open: boolean): void }) {
  const [open, setOpen] = useState(false);
  const turn = (next: boolean) => {
    hear(next);
    setOpen(next);
  };
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        open it
      </button>
      <Disclosure summary="more" open={open} onToggle={turn}>
        inside
      </Disclosure>
    </>
  );
}

test("its owner hears of every turn, once, and can turn it itself", async () => {
  const heard = vi.fn();
  const screen = await standing(<Owner hear={heard} />);
  await userEvent.tab();
  await userEvent.tab();
  await userEvent.keyboard("{Enter}");
  await expect.element(screen.getByText("inside")).toBeVisible();
  await userEvent.keyboard(" ");
  await expect.element(screen.getByText("inside")).not.toBeVisible();
  await expect.poll(() => heard.mock.calls).toEqual([[true], [false]]);
  await userEvent.click(screen.getByText("open it"));
  await expect.element(screen.getByText("inside")).toBeVisible();
  expect(heard).toHaveBeenCalledTimes(2);
});
