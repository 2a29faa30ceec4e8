import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { scriptedClient } from "../../channels/scripted.ts";
import { createMohen } from "../../mohen.tsx";
import { standing } from "../standing.tsx";
import { TextField } from "./TextField.tsx";

const inEnglish = () => createMohen({ client: scriptedClient({}), language: "en" });

test("what is wrong and how much room is left are both said", async () => {
  const screen = await standing(
    <TextField
      label="rule"
      value="abcde"
      onChange={() => {}}
      hint="one thing"
      error="no verb"
      maxLength={5}
    />,
    inEnglish(),
  );
  const field = screen.getByRole("textbox");
  await expect.element(field).toBeInvalid();
  await expect.element(field).toHaveAccessibleDescription("no verb 5 of 5 characters");
});

test("while there is plenty of room nothing is counted, and a plain field is not invalid", async () => {
  const screen = await standing(
    <TextField label="rule" value="abc" onChange={() => {}} maxLength={5} />,
  );
  const field = screen.getByRole("textbox");
  await expect.element(field).toBeValid();
  await expect.element(field).not.toHaveAttribute("aria-describedby");
});

test("its owner hears each key and each leaving once, and can reach it", async () => {
  const hear = vi.fn();
  const left = vi.fn();
  const pressed = vi.fn();
  const ref = { current: null as HTMLInputElement | HTMLTextAreaElement | null };
  const screen = await standing(
    <TextField
      ref={ref}
      label="rule"
      value=""
      onChange={hear}
      onBlur={left}
      onKeyDown={pressed}
      multiline
      autoFocus
    />,
  );
  await expect.element(screen.getByRole("textbox")).toHaveFocus();
  expect(ref.current).toBe(screen.getByRole("textbox").element());
  await userEvent.keyboard("x");
  expect(hear.mock.calls).toEqual([["x"]]);
  expect(pressed).toHaveBeenCalledOnce();
  // It shows what its owner says.
  await expect.element(screen.getByRole("textbox")).toHaveValue("");
  await userEvent.tab();
  expect(left).toHaveBeenCalledOnce();
});

test("what may only be read can be selected, and hears nothing", async () => {
  const hear = vi.fn();
  const screen = await standing(<TextField label="key" value="abc" onChange={hear} readOnly />);
  await userEvent.click(screen.getByText("key"));
  await expect.element(screen.getByRole("textbox")).toHaveFocus();
  await userEvent.keyboard("x");
  expect(hear).not.toHaveBeenCalled();
});
