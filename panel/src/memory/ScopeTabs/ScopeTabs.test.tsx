import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { standing } from "../../parts/standing.tsx";
import { ScopeTabs } from "./ScopeTabs.tsx";

test("keys go from the project to the global rules, once", async () => {
  const change = vi.fn();
  await standing(
    <ScopeTabs scope="project" counts={{}} hasProject onChange={change} panelId="rules" />,
  );
  await userEvent.tab();
  await userEvent.keyboard("{ArrowLeft}");
  expect(change.mock.calls).toEqual([["global"]]);
});

test("no rules are none; rules that nobody counted yet are no number", async () => {
  const screen = await standing(
    <ScopeTabs
      scope="project"
      counts={{ global: 0 }}
      hasProject
      onChange={vi.fn()}
      panelId="rules"
    />,
  );
  const texts = screen
    .getByRole("tab")
    .elements()
    .map((each) => each.textContent);
  expect(texts).toEqual(["全局0", "本项目"]);
  await expect.element(screen.getByRole("tablist", { name: "作用域" })).toBeVisible();
});
