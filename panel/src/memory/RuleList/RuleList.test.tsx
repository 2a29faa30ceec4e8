import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { scriptedClient } from "../../channels/scripted.ts";
import { createMohen, MohenProvider } from "../../mohen.tsx";
import { EVERYTHING, type Filter } from "../filter_rules.ts";
import { manyRules } from "../sample_rules.ts";
import { RuleList, type RuleListProps } from "./RuleList.tsx";

const mohen = createMohen({ client: scriptedClient(), language: "zh" });
const rules = manyRules(500, Date.now());
const acts = {
  onConfirm: vi.fn(),
  onEdit: vi.fn(),
  onDelete: vi.fn(),
  onPromote: vi.fn(),
};

function List(props: Partial<RuleListProps>) {
  return (
    <MohenProvider mohen={mohen}>
      <RuleList rules={rules} filter={EVERYTHING} onFilter={() => {}} {...acts} {...props} />
    </MohenProvider>
  );
}

/** The cards whose elements changed between two drawings. */
function redrawn(act: () => Promise<void>): Promise<Set<string>> {
  const touched = new Set<string>();
  const watch = new MutationObserver((changes) => {
    for (const { target } of changes) {
      const from = target instanceof Element ? target : target.parentElement;
      const id = from?.closest("[data-rule]")?.getAttribute("data-rule");
      if (id) touched.add(id);
    }
  });
  const all = { subtree: true, childList: true, attributes: true, characterData: true };
  watch.observe(document.body, all);
  return act().then(() => {
    watch.takeRecords();
    watch.disconnect();
    return touched;
  });
}

test("of five hundred cards only the one that changed is drawn again", async () => {
  const screen = await render(<List />);
  const changed = rules.map((each) =>
    each.id === "rule_7" ? { ...each, rule: "改过的", version: 2 } : each,
  );
  const touched = await redrawn(() => screen.rerender(<List rules={changed} />).then(() => {}));
  await expect.element(screen.getByText("改过的")).toBeInTheDocument();
  expect([...touched]).toEqual(["rule_7"]);
});

test("a letter in the search field is there at once, and the list follows", async () => {
  const seen: Filter[] = [];
  const screen = await render(<List onFilter={(filter) => seen.push(filter)} />);
  await userEvent.type(screen.getByRole("searchbox"), "短");
  expect(seen.at(-1)?.text).toBe("短");
  await screen.rerender(<List filter={{ ...EVERYTHING, text: "第 499 条" }} />);
  await expect.element(screen.getByText("找到 1 条规则")).toBeVisible();
  expect(document.querySelectorAll("article")).toHaveLength(1);
});

test("a card that is asked for is opened to and focused", async () => {
  const screen = await render(<List />);
  await screen.getByRole("heading", { name: "词汇 100" }).click();
  await screen.rerender(<List reveal={{ id: "rule_499" }} />);
  await vi.waitFor(() =>
    expect(document.activeElement?.getAttribute("data-rule")).toBe("rule_499"),
  );
  await expect.element(screen.getByText("（第 500 条）")).toBeInViewport();
});
