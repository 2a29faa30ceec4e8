import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { standing } from "../../parts/standing.tsx";
import { PieceForm, type PieceFormProps, type PieceSaved } from "./PieceForm.tsx";

async function open(before?: string, answer: Promise<PieceSaved> = Promise.resolve(undefined)) {
  const onSave = vi.fn<PieceFormProps["onSave"]>(() => answer);
  const onClose = vi.fn();
  const given = before === undefined ? {} : { before };
  const screen = await standing(<PieceForm {...given} onSave={onSave} onClose={onClose} />);
  const field = screen.getByRole("textbox");
  await expect.element(field).toHaveFocus();
  return { screen, field, onSave, onClose, save: screen.getByRole("button", { name: "保存" }) };
}

test("two Enters on the button save once, and it keeps the focus", async () => {
  const { field, save, onSave } = await open(undefined, new Promise(() => {}));
  await userEvent.fill(field, "结局要冷");
  (save.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}{Enter}");
  expect(onSave.mock.calls).toEqual([["结局要冷", "fact"]]);
  await expect.element(save).toHaveFocus();
});

test("nothing but blanks is refused, until something is written", async () => {
  const { field, save, onSave } = await open();
  await userEvent.fill(field, " \n ");
  await save.click();
  await expect.element(field).toBeInvalid();
  expect(onSave).not.toHaveBeenCalled();
  await userEvent.fill(field, "冷");
  await expect.element(field).toBeValid();
});

test("a correction begins with what stands there, and has no kind to choose", async () => {
  const { screen, field } = await open("旧的说法");
  await expect.element(field).toHaveValue("旧的说法");
  expect(screen.getByRole("combobox").elements()).toHaveLength(0);
});

test("others were faster: theirs stands beside one's own, which is not lost", async () => {
  const { screen, field, save, onClose } = await open(
    "旧的说法",
    Promise.resolve({ newer: "<b>别人的</b>说法" }),
  );
  await userEvent.fill(field, "我的说法");
  await save.click();
  await expect.element(screen.getByText("这一条刚刚被改过")).toBeVisible();
  const gone = [...document.querySelectorAll("dialog del")].map((each) => each.textContent);
  expect(gone.join("")).toContain("别人的");
  expect(document.querySelector("dialog del b")).toBeNull();
  await expect.element(field).toHaveValue("我的说法");
  expect(onClose).not.toHaveBeenCalled();
});
