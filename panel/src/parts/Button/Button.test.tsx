import { expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { Button } from "./Button.tsx";

test("a button never sends a form by accident", async () => {
  const screen = await render(<Button>ok</Button>);
  await expect.element(screen.getByRole("button")).toHaveAttribute("type", "button");
});
