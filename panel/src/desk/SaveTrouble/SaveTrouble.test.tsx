import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { Failure, unreachable } from "../../channels/client.ts";
import { standing } from "../../parts/standing.tsx";
import { SaveTrouble, type SaveTroubleProps } from "./SaveTrouble.tsx";

async function trouble(given: Partial<SaveTroubleProps>) {
  const on = {
    onKeepMine: vi.fn(),
    onTakeTheirs: vi.fn(),
    onSaveAsNew: vi.fn(),
    onRetry: vi.fn(),
    onDismiss: vi.fn(),
  };
  const screen = await standing(<SaveTrouble mine="雾来了。" {...on} {...given} />);
  return { screen, on };
}

test.each([
  ["without trouble", {}],
  ["where nobody answers, which the save state tells", { failure: unreachable("gone") }],
])("%s there is nothing", async (_, given) => {
  const { screen } = await trouble(given);
  expect(screen.container.querySelector(".mohen")?.childElementCount).toBe(0);
});

test("an emptied file is a change like any other, and comes before a failure", async () => {
  const failure = new Failure({ code: "CONFLICT", message: "changed", retryable: false });
  const { screen, on } = await trouble({ theirs: "", failure, restored: true });
  expect(screen.getByRole("alert").elements()).toHaveLength(1);
  await screen.getByRole("button", { name: "保留我的" }).click();
  expect(on.onKeepMine).toHaveBeenCalledOnce();
});

test("Esc in the comparison decides nothing, and one is back at its button", async () => {
  const { screen, on } = await trouble({ theirs: "<b>雾</b>散了。" });
  const compare = screen.getByRole("button", { name: "查看差异" });
  await compare.click();
  await expect.element(screen.getByRole("dialog")).toHaveTextContent("<b>");
  expect(screen.getByRole("dialog").element().querySelector("b")).toBeNull();
  await userEvent.keyboard("{Escape}");
  await expect.element(screen.getByRole("dialog")).not.toBeInTheDocument();
  await expect.element(compare).toHaveFocus();
  expect(on.onKeepMine).not.toHaveBeenCalled();
  expect(on.onTakeTheirs).not.toHaveBeenCalled();
});
