import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { standing } from "../../parts/standing.tsx";
import { RejectDialog } from "./RejectDialog.tsx";

async function opened() {
  const onReject = vi.fn();
  const onClose = vi.fn();
  const screen = await standing(<RejectDialog open onReject={onReject} onClose={onClose} />);
  return { screen, onReject, onClose, own: screen.getByRole("textbox") };
}

test("Esc rejects nothing", async () => {
  const { onReject, onClose } = await opened();
  await userEvent.keyboard("{Escape}");
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(onReject).not.toHaveBeenCalled();
});

test("a reason is chosen with the space bar and sends nothing yet; its state is told", async () => {
  const { screen, onReject } = await opened();
  const flat = screen.getByRole("button", { name: "太平淡" });
  (flat.element() as HTMLElement).focus();
  await userEvent.keyboard(" ");
  await expect.element(flat).toHaveAttribute("aria-pressed", "true");
  await expect.element(flat).toHaveFocus();
  expect(onReject).not.toHaveBeenCalled();
});

test("reasons come in the order of the list, and words of spaces are none", async () => {
  const { screen, onReject, own } = await opened();
  await screen.getByRole("button", { name: "太短" }).click();
  await screen.getByRole("button", { name: "太啰嗦" }).click();
  await own.fill("   ");
  await userEvent.keyboard("{Enter}");
  expect(onReject).toHaveBeenCalledExactlyOnceWith("太啰嗦; 太短");
});
