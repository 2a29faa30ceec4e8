import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { Button } from "../Button/Button.tsx";
import { standing } from "../standing.tsx";
import { Notice } from "./Notice.tsx";

test("keys reach what can be done about it first, then what puts it away", async () => {
  const act = vi.fn();
  const dismiss = vi.fn();
  const screen = await standing(
    <Notice tone="warning" actions={<Button onClick={act}>mend</Button>} onDismiss={dismiss}>
      broken
    </Notice>,
  );
  await userEvent.tab();
  await expect.element(screen.getByText("mend")).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await userEvent.tab();
  await userEvent.keyboard(" ");
  expect(act).toHaveBeenCalledOnce();
  expect(dismiss).toHaveBeenCalledOnce();
});

test("what is not given takes no room", async () => {
  const screen = await standing(<Notice tone="info" title="only this" />);
  const body = screen.getByText("only this").element().parentElement;
  expect(body?.children).toHaveLength(1);
  expect(screen.getByRole("button").elements()).toHaveLength(0);
});

test("one may say a grave thing softly and a small one loudly", async () => {
  const screen = await standing(
    <>
      <Notice tone="danger" live="polite" title="grave" />
      <Notice tone="info" live="assertive" title="small" />
    </>,
  );
  await expect.element(screen.getByRole("status")).toHaveTextContent("grave");
  await expect.element(screen.getByRole("alert")).toHaveTextContent("small");
});
