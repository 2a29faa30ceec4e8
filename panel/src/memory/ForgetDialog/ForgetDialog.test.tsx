import { expect, test, vi } from "vitest";
import { standing } from "../../parts/standing.tsx";
import { ForgetDialog } from "./ForgetDialog.tsx";

test("what could not be done keeps the dialog open, to try again", async () => {
  const forget = vi.fn(async () => false);
  const onClose = vi.fn();
  const screen = await standing(
    <ForgetDialog title="t" label="go" would={1} forget={forget} onClose={onClose}>
      {(number) => <p>{number} goes</p>}
    </ForgetDialog>,
  );
  const go = screen.getByRole("button", { name: "go" });
  await go.click();
  await vi.waitFor(() => expect(forget).toHaveBeenCalledOnce());
  expect(onClose).not.toHaveBeenCalled();
  await go.click();
  await vi.waitFor(() => expect(forget).toHaveBeenCalledTimes(2));
});
