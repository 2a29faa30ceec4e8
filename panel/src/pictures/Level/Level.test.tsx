import { expect, test } from "vitest";
import { standing } from "../../parts/standing.tsx";
import { Level } from "./Level.tsx";

test("it is as full as it says, and less than nothing is nothing", async () => {
  const screen = await standing(
    <div style={{ width: 400 }}>
      <Level label="half" value={0.5} text="1 / 2" />
      <Level label="less" value={-1} text="-1 / 2" />
    </div>,
  );
  const filled = (label: string) => {
    const bar = screen.getByRole("meter", { name: label }).element().lastElementChild;
    const fill = bar?.firstElementChild?.getBoundingClientRect().width ?? Number.NaN;
    return fill / (bar?.getBoundingClientRect().width ?? 0);
  };
  expect(filled("half")).toBeCloseTo(0.5, 1);
  expect(filled("less")).toBe(0);
  await expect
    .element(screen.getByRole("meter", { name: "less" }))
    .toHaveAttribute("aria-valuenow", "0");
});
