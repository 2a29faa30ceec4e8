import { expect, test } from "vitest";
import { standing } from "../../parts/standing.tsx";
import { CACHE } from "../sample_pictures.ts";
import { TokenBudget } from "./TokenBudget.tsx";

test("what a newer server spends on is called as it is; without a limit there is no bar", async () => {
  const spending = [{ purpose: "divination", spent: 1_200 }];
  const screen = await standing(<TokenBudget spending={spending} />);
  await expect.element(screen.getByText("divination")).toBeVisible();
  await expect.element(screen.getByText("1,200 词元，不设限制")).toBeVisible();
  expect(screen.getByRole("meter").elements()).toHaveLength(0);
});

test("more than there was is full, and said to be used up", async () => {
  const spending = [{ purpose: "skill", spent: 30, budget: 20 }];
  const screen = await standing(<TokenBudget spending={spending} />);
  const meter = screen.getByRole("meter", { name: "你自己的调用" });
  await expect.element(meter).toHaveAttribute("aria-valuenow", "1");
  await expect.element(meter).toHaveAttribute("aria-valuetext", "30 / 20 词元");
  await expect.element(screen.getByText("今天的额度已用完。")).toBeVisible();
});

test("one prompt of nothing is no share of nothing, and what saved nothing is not praised", async () => {
  const none = { served: 0, sent: 0, percent: 0 };
  const cache = {
    ...CACHE,
    runs: CACHE.runs.slice(0, 1),
    prompt: none,
    naive: none,
    savedTokens: 0,
  };
  const screen = await standing(<TokenBudget spending={[]} cache={cache} />);
  // What a cache could serve is no writer's concern, until they want to see inside.
  await expect.element(screen.getByText(/最近一次提示词/)).not.toBeInTheDocument();
  screen.mohen.manner.getState().showInside(true);
  await expect.element(screen.getByText("最近一次提示词中 0% 的词元。")).toBeVisible();
  await expect.element(screen.getByText(/多省/)).not.toBeInTheDocument();
  expect(screen.container.textContent).not.toContain("NaN");
});
