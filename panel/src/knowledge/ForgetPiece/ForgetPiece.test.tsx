import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { Failure } from "../../channels/client.ts";
import { receipt } from "../../memory/sample_care.ts";
import { standing } from "../../parts/standing.tsx";
import { ForgetPiece, type ForgetPieceProps } from "./ForgetPiece.tsx";

const named = { id: "f_1", type: "fact", content: "用户搬到了上海", why: "named" } as const;
const older = { id: "f_0", type: "fact", content: "<b>北京</b>", why: "replaced" } as const;

async function open(props: Partial<ForgetPieceProps> = {}) {
  const onClose = vi.fn();
  const onForget = vi.fn<ForgetPieceProps["onForget"]>(async () => undefined);
  const foreseen = receipt({ knowledge: 1, dryRun: true, items: [named] });
  const screen = await standing(
    <ForgetPiece content={named.content} {...{ foreseen, onForget, onClose }} {...props} />,
  );
  await expect.element(screen.getByRole("dialog")).toBeVisible();
  return { screen, onForget, onClose, sure: screen.getByRole("button", { name: "遗忘" }) };
}

test("Enter as it opens forgets nothing; alone, it is not listed a second time", async () => {
  const { screen, onForget } = await open();
  await userEvent.keyboard("{Enter}");
  expect(onForget).not.toHaveBeenCalled();
  expect(screen.getByText("用户搬到了上海").elements()).toHaveLength(1);
  expect(screen.getByRole("listitem").elements()).toHaveLength(0);
});

test("what goes along is told by its words and its reason, the rest by its number", async () => {
  const foreseen = receipt({ knowledge: 9, dryRun: true, items: [named, older], more: 7 });
  const { screen } = await open({ foreseen });
  const lines = screen
    .getByRole("listitem")
    .elements()
    .map((each) => each.textContent);
  expect(lines).toEqual(["用户搬到了上海 选中的", "<b>北京</b> 已被它取代"]);
  await expect.element(screen.getByText("以及另外 7 条")).toBeVisible();
});

test("what could not be forgotten says why, and can be tried again from the same button", async () => {
  const refused = new Failure({ code: "DB_ERROR", message: "full", retryable: true });
  const onForget = vi.fn<ForgetPieceProps["onForget"]>().mockResolvedValueOnce(refused);
  const { screen, onClose, sure } = await open({ onForget });
  (sure.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(screen.getByRole("alert")).toBeVisible();
  expect(onClose).not.toHaveBeenCalled();
  await expect.element(sure).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
});
