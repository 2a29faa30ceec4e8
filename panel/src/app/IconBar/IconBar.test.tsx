import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { standing } from "../../parts/standing.tsx";
import { IconBar } from "./IconBar.tsx";

test("its links are called by their words alone, and Tab goes through them in order", async () => {
  const screen = await standing(<IconBar view="desk" />);
  for (const name of ["书桌", "记忆", "知识", "图景", "设置"]) {
    await userEvent.tab();
    await expect.element(screen.getByRole("link", { name, exact: true })).toHaveFocus();
  }
});

test("exactly one is where one is", async () => {
  const screen = await standing(<IconBar view="settings" />);
  const current = screen.container.querySelectorAll("[aria-current]");
  expect([...current].map((each) => each.textContent)).toEqual(["设置"]);
});
