import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { standing } from "../../parts/standing.tsx";
import { Alerts } from "./Alerts.tsx";

const cure = {
  en: "run `mohen doctor`, then `mohen <x>`",
  zh: "先 `mohen doctor`，再 `mohen <x>`",
};

test("what a newer server complains of is told by its code, and its commands are code", async () => {
  const screen = await standing(<Alerts state="degraded" troubles={[{ code: "NEW_ONE", cure }]} />);
  await expect.element(screen.getByText("NEW_ONE：不正常。")).toBeVisible();
  const commands = [...screen.container.querySelectorAll("code")].map((each) => each.textContent);
  expect(commands).toEqual(["mohen doctor", "mohen <x>"]);
  // Nobody said when it began.
  expect(screen.container.querySelector("time")).toBeNull();
});

test("one cure for two troubles is told once, and one looks again by keys", async () => {
  const look = vi.fn();
  const troubles = [
    { code: "A", cure },
    { code: "B", cure },
  ];
  const screen = await standing(
    <Alerts state="unavailable" {...{ troubles }} onLookAgain={look} />,
  );
  expect(screen.getByText(/怎么办/).elements()).toHaveLength(1);
  await userEvent.tab();
  await userEvent.keyboard("{Enter}");
  expect(look).toHaveBeenCalledOnce();
});

test("while it looks it does not look twice", async () => {
  const look = vi.fn();
  const screen = await standing(
    <Alerts state="unreachable" troubles={[]} looking onLookAgain={look} />,
  );
  await userEvent.tab();
  await userEvent.keyboard("{Enter}");
  expect(look).not.toHaveBeenCalled();
  await expect.element(screen.getByRole("button")).toHaveFocus();
});

test("who was refused is not told to look again: it would not help", async () => {
  const screen = await standing(<Alerts state="refused" troubles={[]} onLookAgain={vi.fn()} />);
  await expect.element(screen.getByText("此页面已没有访问权限")).toBeVisible();
  expect(screen.getByRole("button").elements()).toHaveLength(0);
});
