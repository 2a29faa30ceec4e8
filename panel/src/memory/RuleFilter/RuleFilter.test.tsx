import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { standing } from "../../parts/standing.tsx";
import { RuleFilter } from "./RuleFilter.tsx";

const narrow = { text: "短", category: "pacing", state: "confirmed", sort: "group" } as const;

test("Esc takes the words away and leaves what else was asked for", async () => {
  const change = vi.fn();
  await standing(<RuleFilter filter={narrow} onChange={change} />);
  await userEvent.tab();
  await userEvent.keyboard("{Escape}");
  expect(change.mock.calls).toEqual([[{ ...narrow, text: "" }]]);
});

test("its choices have names though nothing is written beside them, and each keeps the rest", async () => {
  const change = vi.fn();
  const screen = await standing(<RuleFilter filter={narrow} onChange={change} />);
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "分类" }), "全部分类");
  expect(change).toHaveBeenLastCalledWith({ ...narrow, category: "all" });
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "状态" }), "全部状态");
  expect(change).toHaveBeenLastCalledWith({ ...narrow, state: "all" });
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "排序" }), "按置信度");
  expect(change).toHaveBeenLastCalledWith({ ...narrow, sort: "confidence" });
});
