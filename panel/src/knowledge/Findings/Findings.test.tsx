import { useState } from "react";
import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { standing } from "../../parts/standing.tsx";
import { CHECK } from "../sample_knowledge.ts";
import { Findings } from "./Findings.tsx";

/** As a page does it: what is meant so is marked so. */
function Kept({ hear }: { hear(id: string, reason: string): void }) {
  const [meant, setMeant] = useState<ReadonlySet<string>>(new Set());
  const findings = CHECK.findings.map((each) => ({ ...each, intentional: meant.has(each.id) }));
  return (
    <Findings
      check={{ ...CHECK, findings }}
      onExempt={(id, reason) => {
        hear(id, reason);
        setMeant(new Set([id]));
      }}
      onUnexempt={() => setMeant(new Set())}
      onCheck={() => {}}
    />
  );
}

test("meant, and not meant after all, by keys: the focus stays at the contradiction", async () => {
  const hear = vi.fn();
  const screen = await standing(<Kept hear={hear} />);
  const meant = screen.getByRole("button", { name: "这是有意的" }).first();
  (meant.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(screen.getByRole("textbox")).toHaveFocus();
  await userEvent.keyboard("  {Enter}");
  expect(hear.mock.calls).toEqual([["find_1", ""]]);
  await expect.element(screen.getByRole("button", { name: "其实不是有意的" })).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  // It is asked anew, not where it was left.
  await expect.element(screen.getByRole("textbox")).not.toBeInTheDocument();
  await expect.element(meant).toHaveFocus();
});

test("who thinks better of it is back where they pressed", async () => {
  const hear = vi.fn();
  const screen = await standing(<Kept hear={hear} />);
  const meant = screen.getByRole("button", { name: "这是有意的" }).first();
  (meant.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  (screen.getByRole("button", { name: "取消" }).element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(meant).toHaveFocus();
  expect(hear).not.toHaveBeenCalled();
});

test("while it is on its way it is not sent again", async () => {
  const exempt = vi.fn();
  const acts = { onExempt: exempt, onUnexempt: vi.fn(), onCheck: vi.fn() };
  const screen = await standing(<Findings check={CHECK} busy={new Set(["find_1"])} {...acts} />);
  await screen.getByRole("button", { name: "这是有意的" }).first().click();
  await userEvent.keyboard("{Enter}");
  expect(exempt).not.toHaveBeenCalled();
});

test("a place without a line is its file, and what has no file is told by its code", async () => {
  const [first] = CHECK.findings;
  if (!first) throw new Error("the sample has lost its findings");
  const evidence = [{ ref: "notes.md", firstLine: 0, lastLine: 0, excerpt: "<s>他</s>死了" }];
  const check = {
    ...CHECK,
    findings: [{ ...first, evidence }],
    warnings: [
      { ref: "", code: "TOO_MANY" },
      { ref: "model", code: "MODEL_NONSENSE" },
    ],
  };
  const acts = { onExempt: vi.fn(), onUnexempt: vi.fn(), onCheck: vi.fn() };
  const screen = await standing(<Findings check={check} {...acts} />);
  await expect.element(screen.getByText("读不出来：TOO_MANY")).toBeVisible();
  await expect.element(screen.getByText(/只按规则检查过/)).toBeVisible();
  await expect.element(screen.getByText("notes.md", { exact: true })).toBeVisible();
  await expect.element(screen.getByText("<s>他</s>死了")).toBeVisible();
  expect(screen.getByRole("button", { name: "打开" }).elements()).toHaveLength(0);
});
