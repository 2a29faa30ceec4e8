import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { Failure } from "../../channels/client.ts";
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

test("one that came to nothing says so and why, and the first that there is something of is shown", async () => {
  const wroteNothing = new Failure({
    code: "UPSTREAM_ERROR",
    message: "the model wrote nothing",
    retryable: true,
    details: { reason: "wrote-nothing" },
  });
  const screen = await standing(
    <div style={{ width: 360 }}>
      <Candidates
        writing
        candidates={["", "", "雾散"]}
        states={["nothing", "nothing", "writing"]}
        failures={[undefined, wroteNothing]}
        onAccept={() => {}}
        onCopy={() => {}}
        onReject={() => {}}
      />
    </div>,
  );
  await expect.element(screen.getByRole("tabpanel")).toHaveTextContent("雾散");
  await userEvent.click(screen.getByRole("tab", { name: "候选 1 · 落空" }));
  await expect.element(screen.getByRole("tabpanel")).toHaveTextContent("只是重复了已有的文字");
  await userEvent.click(screen.getByRole("tab", { name: "候选 2 · 落空" }));
  await expect.element(screen.getByRole("tabpanel")).toHaveTextContent("模型什么也没写");
  await expect.element(screen.getByRole("button", { name: "采纳" })).not.toBeInTheDocument();
});
