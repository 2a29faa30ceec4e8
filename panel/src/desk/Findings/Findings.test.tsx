import { expect, test } from "vitest";
import { standing } from "../../parts/standing.tsx";
import { FINDINGS } from "../sample_runs.ts";
import { Findings } from "./Findings.tsx";

test("each says what contradicts itself, with every place and its words", async () => {
  const screen = await standing(<Findings findings={FINDINGS} />);
  await expect.element(screen.getByText("发现 1 处矛盾")).toBeVisible();
  const items = screen.getByRole("listitem");
  const [first, second] = [items.nth(0), items.nth(1)];
  await expect.element(first.getByText("周伯在第2章已死，第4章却又出场行动")).toBeVisible();
  for (const place of ["chapters/02.md:4", "chapters/04.md:4"]) {
    await expect.element(first.getByText(place)).toBeVisible();
  }
  await expect.element(second.getByText("有意为之：他是鬼")).toBeVisible();
});

test("what a model adds is told apart, and nothing found is said", async () => {
  const screen = await standing(<Findings findings={[]} added="雨停得太快。" />);
  await expect.element(screen.getByText("没有发现矛盾。")).toBeVisible();
  const added = screen.getByRole("region", { name: "语言模型的补充，墨痕未核对" });
  await expect.element(added.getByText("雨停得太快。")).toBeVisible();
});
