import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { Button } from "./Button.tsx";

test("a button never sends a form by accident", async () => {
  const screen = await render(<Button>ok</Button>);
  await expect.element(screen.getByRole("button")).toHaveAttribute("type", "button");
});

test("a button that sends a form does not send it twice", async () => {
  const sent = vi.fn((event: { preventDefault(): void }) => event.preventDefault());
  const screen = await render(
    <form onSubmit={sent}>
      <Button type="submit" busy>
        ok
      </Button>
    </form>,
  );
  await userEvent.click(screen.getByRole("button"), { force: true });
  expect(sent).not.toHaveBeenCalled();
});

test("the focus stays where it is when a button begins to work", async () => {
  const screen = await render(<Button>ok</Button>);
  await userEvent.tab();
  await screen.rerender(<Button busy>ok</Button>);
  await expect.element(screen.getByRole("button")).toHaveFocus();
});
