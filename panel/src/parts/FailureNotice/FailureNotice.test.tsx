import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { Failure } from "../../channels/client.ts";
import { Button } from "../Button/Button.tsx";
import { standing } from "../standing.tsx";
import { FailureNotice } from "./FailureNotice.tsx";

const failure = (code: string, details?: Record<string, unknown>, message = "") =>
  new Failure({ code, message, retryable: true, ...(details && { details }) });

test("what nobody has words for is told all the same, and its code is one step away", async () => {
  const screen = await standing(<FailureNotice failure={failure("FROM_THE_FUTURE")} />);
  await expect.element(screen.getByRole("alert")).toHaveTextContent("没有成功");
  await userEvent.tab();
  await userEvent.keyboard("{Enter}");
  await expect.element(screen.getByText("FROM_THE_FUTURE")).toBeVisible();
});

test("what is no text is no fact, and a message is never markup", async () => {
  const told = failure("INTERNAL", { field: 7, reason: "" }, "<img src=x onerror=alert(1)>");
  const screen = await standing(<FailureNotice failure={told} />);
  await userEvent.click(screen.getByText("详细信息", { exact: true }));
  await expect.element(screen.getByText("<img src=x onerror=alert(1)>")).toBeVisible();
  expect([...screen.container.querySelectorAll("dt")].map((each) => each.textContent)).toEqual([
    "代码",
    "消息",
  ]);
  expect(screen.container.querySelector("img")).toBeNull();
});

test("what the server says in both languages is told in the author's", async () => {
  const messages = { en: "no such rule", zh: "没有这条规则" };
  const told = new Failure({ code: "NOT_FOUND", message: messages.en, messages, retryable: false });
  const screen = await standing(<FailureNotice failure={told} />);
  await userEvent.click(screen.getByText("详细信息", { exact: true }));
  await expect.element(screen.getByText("没有这条规则")).toBeVisible();
  expect(screen.container.textContent).not.toContain("no such rule");
});

test("one asks again by keys, once, and what else can be done stands beside it", async () => {
  const retry = vi.fn();
  const screen = await standing(
    <FailureNotice
      failure={failure("TIMEOUT")}
      onRetry={retry}
      actions={<Button>do otherwise</Button>}
    />,
  );
  (screen.getByRole("button", { name: "重试" }).element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  expect(retry).toHaveBeenCalledOnce();
  await userEvent.tab();
  await expect.element(screen.getByText("do otherwise")).toHaveFocus();
});
