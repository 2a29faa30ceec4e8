import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { standing } from "../standing.tsx";
import { IconButton } from "./IconButton.tsx";

test("in a form it sends nothing, unless it is told to", async () => {
  const sent = vi.fn((event: { preventDefault(): void }) => event.preventDefault());
  const screen = await standing(
    <form onSubmit={sent}>
      <IconButton label="look" icon="eye" />
      <IconButton label="send" icon="check" type="submit" />
    </form>,
  );
  await userEvent.tab();
  await userEvent.keyboard("{Enter}");
  expect(sent).not.toHaveBeenCalled();
  await userEvent.click(screen.getByLabelText("send"));
  expect(sent).toHaveBeenCalledOnce();
});

test("a toggle that is up says so, and space presses it once", async () => {
  const press = vi.fn();
  const screen = await standing(
    <IconButton label="side by side" icon="split" pressed={false} onClick={press} />,
  );
  await userEvent.tab();
  await userEvent.keyboard(" ");
  expect(press).toHaveBeenCalledOnce();
  await expect
    .element(screen.getByRole("button", { name: "side by side" }))
    .toHaveAttribute("aria-pressed", "false");
});

test("a class of its owner comes beside its own, and a ref finds it", async () => {
  const ref = { current: null as HTMLButtonElement | null };
  const screen = await standing(<IconButton ref={ref} label="x" icon="eye" className="mine" />);
  const button = screen.getByRole("button").element();
  expect(ref.current).toBe(button);
  expect(button.classList.contains("mine")).toBe(true);
  expect(button.classList.length).toBeGreaterThan(1);
});
