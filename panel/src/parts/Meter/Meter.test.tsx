import { expect, test } from "vitest";
import { standing } from "../standing.tsx";
import { Meter } from "./Meter.tsx";

test("less than nothing is nothing: the bar does not leave its place", async () => {
  const screen = await standing(<Meter value={-3} label="sure" />);
  const meter = screen.getByRole("meter", { name: "sure" });
  await expect.element(meter).toHaveAttribute("aria-valuenow", "0");
  await expect.element(meter).toHaveAttribute("aria-valuetext", "0%");
  const [bar, fill] = ["", " > span"].map((inner) =>
    meter.element().querySelector(`span:nth-child(2)${inner}`)?.getBoundingClientRect(),
  );
  expect(bar?.width).toBeGreaterThan(0);
  expect(fill?.width).toBe(0);
});

test("as much of the bar is filled as it says", async () => {
  const screen = await standing(
    <div style={{ width: 400 }}>
      <Meter value={0.5} label="<i>sure</i>" text="half" />
    </div>,
  );
  const meter = screen.getByRole("meter", { name: "<i>sure</i>" }).element();
  const bar = meter.querySelector("span:nth-child(2)");
  const fill = bar?.firstElementChild?.getBoundingClientRect().width ?? 0;
  expect(fill / (bar?.getBoundingClientRect().width ?? 0)).toBeCloseTo(0.5, 1);
});
