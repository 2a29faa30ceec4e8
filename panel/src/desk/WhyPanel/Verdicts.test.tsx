import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { standing } from "../../parts/standing.tsx";
import { Verdicts } from "./Verdicts.tsx";

const named = (id: string) => id;

test("a keyboard opens the reason, leaves it with Esc, and is back where it was", async () => {
  const onJudge = vi.fn(async () => true);
  const screen = await standing(<Verdicts named={named} onJudge={onJudge} />);
  const wrong = screen.getByRole("button", { name: "判断有误" });
  (wrong.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(screen.getByRole("textbox")).toHaveFocus();
  await userEvent.keyboard("太短{Escape}");
  await expect.element(wrong).toHaveFocus();
  await expect.element(wrong).toHaveAttribute("aria-expanded", "false");
  expect(onJudge).not.toHaveBeenCalled();
});

test("Enter in the reason sends it, and the focus stays with the verdict", async () => {
  const onJudge = vi.fn(async () => true);
  const screen = await standing(<Verdicts named={named} onJudge={onJudge} />);
  await screen.getByRole("button", { name: "判断有误" }).click();
  await userEvent.keyboard("太短{Enter}");
  expect(onJudge).toHaveBeenCalledWith("incorrect", "太短");
  await expect.element(screen.getByRole("textbox")).not.toBeInTheDocument();
  expect(document.activeElement?.contains(screen.getByText("判断正确").element())).toBe(true);
});

test("a verdict that could not be sent leaves the reason as it was written", async () => {
  const onJudge = vi.fn(async () => false);
  const screen = await standing(<Verdicts named={named} onJudge={onJudge} />);
  await screen.getByRole("button", { name: "判断有误" }).click();
  await userEvent.keyboard("太短{Enter}");
  await expect.element(screen.getByRole("textbox")).toHaveValue("太短");
});

test("what was judged before is told as it stands", async () => {
  const told = { recorded: false, lowered: [], raised: [], unchanged: [] };
  const screen = await standing(
    <Verdicts
      named={named}
      verdict="correct"
      judgement={{ state: "told", verdict: "incorrect", told }}
      onJudge={async () => true}
    />,
  );
  await expect.element(screen.getByText("你已判断为正确")).toBeVisible();
  await expect.element(screen.getByText("此前已经判断过，以那次为准。")).toBeVisible();
});
