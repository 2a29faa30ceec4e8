import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { scriptedClient } from "../../channels/scripted.ts";
import { createMohen, MohenProvider } from "../../mohen.tsx";
import { EVERYTHING, type Filter } from "../filter_rules.ts";
import { manyRules } from "../sample_rules.ts";
import { PAGE, RuleList, type RuleListProps } from "./RuleList.tsx";

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

/** The rows whose elements changed between two drawings. */
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

test("of the rows in sight only the one that changed is drawn again", async () => {
  const screen = await render(<List />);
  const changed = rules.map((each) =>
    each.id === "rule_5" ? { ...each, rule: "改过的", version: 2 } : each,
  );
  const touched = await redrawn(() => screen.rerender(<List rules={changed} />).then(() => {}));
  await expect.element(screen.getByText("改过的")).toBeInTheDocument();
  expect([...touched]).toEqual(["rule_5"]);
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

test("a rule that is asked for is on its page, open and focused", async () => {
  const screen = await render(<List />);
  await screen.rerender(<List reveal={{ id: "rule_499" }} />);
  await vi.waitFor(() =>
    expect(document.activeElement?.getAttribute("data-rule")).toBe("rule_499"),
  );
  await expect.element(screen.getByText("（第 500 条）")).toBeInViewport();
  expect(document.activeElement?.querySelector("[aria-expanded=true]")).not.toBeNull();
});

test("five hundred rules stand on pages, and one goes through them by keys", async () => {
  const screen = await render(<List />);
  expect(document.querySelectorAll("article")).toHaveLength(PAGE);
  expect(screen.container.scrollHeight).toBeLessThan(4000);
  await expect.element(screen.getByText("第 1–50 条，共 500 条")).toBeVisible();
  const heads = [...document.querySelectorAll<HTMLElement>("[data-head]")];
  heads[0]?.focus();
  await userEvent.keyboard("{ArrowDown}{ArrowDown}{ArrowUp}");
  expect(document.activeElement).toBe(heads[1]);
  (screen.getByRole("button", { name: "下一页" }).element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(screen.getByText("第 51–100 条，共 500 条")).toBeVisible();
  await vi.waitFor(() => expect(document.activeElement?.tagName).toBe("ARTICLE"));
});

test("what is searched for begins at the first page again", async () => {
  const screen = await render(<List />);
  await screen.getByRole("button", { name: "下一页" }).click();
  await screen.rerender(<List filter={{ ...EVERYTHING, sort: "confidence" }} />);
  await expect.element(screen.getByText("第 1–50 条，共 500 条")).toBeVisible();
});
