import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { standing } from "../../parts/standing.tsx";
import { sampleRules } from "../sample_rules.ts";
import { BulkBar } from "./BulkBar.tsx";

const rules = sampleRules(0).slice(0, 3);
const acts = () => ({ onAll: vi.fn(), onConfirm: vi.fn(), onDelete: vi.fn() });

test("several are deleted after a question, and none by leaving it", async () => {
  const heard = acts();
  const screen = await standing(<BulkBar chosen={rules} all={9} {...heard} />);
  await screen.getByRole("button", { name: "删除" }).click();
  await userEvent.keyboard("{Escape}");
  expect(heard.onDelete).not.toHaveBeenCalled();
  await screen.getByRole("button", { name: "删除" }).click();
  const dialog = screen.getByRole("dialog", { name: "删除这 3 条规则？" });
  await expect.element(dialog.getByText("删除后十秒内可以撤销。")).toBeVisible();
  await dialog.getByRole("button", { name: "删除" }).click();
  expect(heard.onDelete.mock.calls).toEqual([[rules]]);
  expect(heard.onAll).toHaveBeenLastCalledWith(false);
});
