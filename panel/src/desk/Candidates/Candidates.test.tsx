import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { standing } from "../../parts/standing.tsx";
import { Candidates } from "./Candidates.tsx";

test("what one makes of a candidate outlives a look at the next, and goes in as it was made", async () => {
  const accepted = vi.fn();
  const screen = await standing(
    <div style={{ width: 360 }}>
      <Candidates
        candidates={["雾散了。", "雾还没散。"]}
        onAccept={accepted}
        onCopy={() => {}}
        onReject={() => {}}
      />
    </div>,
  );
  await userEvent.click(screen.getByRole("button", { name: "改一改再采纳" }));
  await userEvent.fill(screen.getByRole("textbox"), "雾终于散了。");
  await userEvent.click(screen.getByRole("tab", { name: "候选 2" }));
  await expect.element(screen.getByText("雾还没散。")).toBeVisible();
  await userEvent.click(screen.getByRole("tab", { name: "候选 1" }));
  await expect.element(screen.getByRole("textbox")).toHaveValue("雾终于散了。");
  await userEvent.click(screen.getByRole("button", { name: "采纳改后的" }));
  expect(accepted).toHaveBeenCalledExactlyOnceWith(0, "雾终于散了。");
});
