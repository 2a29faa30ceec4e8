import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { standing } from "../../parts/standing.tsx";
import { EmptyMemory } from "./EmptyMemory.tsx";

test("without a sample to load there is one thing to do, and keys do it", async () => {
  const add = vi.fn();
  const screen = await standing(<EmptyMemory scope="project" elsewhere={0} onAdd={add} />);
  expect(screen.getByRole("button").elements()).toHaveLength(1);
  await userEvent.tab();
  await userEvent.keyboard("{Enter}");
  expect(add).toHaveBeenCalledOnce();
});

test("who looks at the global rules of a memory with none at all is a new author too", async () => {
  const screen = await standing(
    <EmptyMemory scope="global" elsewhere={0} onAdd={vi.fn()} onLoadSample={vi.fn()} />,
  );
  await expect.element(screen.getByText(/使用越多越精准/)).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "载入示例项目" })).toBeVisible();
});

test("rules elsewhere: a sample would only be in the way", async () => {
  const screen = await standing(
    <EmptyMemory scope="global" elsewhere={1} onAdd={vi.fn()} onLoadSample={vi.fn()} />,
  );
  await expect.element(screen.getByText("还没有全局规则")).toBeVisible();
  expect(screen.getByRole("button").elements()).toHaveLength(1);
});
