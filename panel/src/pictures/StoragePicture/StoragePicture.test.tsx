import { expect, test } from "vitest";
import { standing } from "../../parts/standing.tsx";
import { StoragePicture } from "./StoragePicture.tsx";

test("the largest first, and all of the bar is somebody's", async () => {
  const files = { a: 1, b: 500, c: 20, d: 0, e: 3, f: 4, "<g>": 5 };
  const screen = await standing(<StoragePicture storage={{ files }} />);
  expect(screen.getByRole("rowheader").elements()).toHaveLength(0); // names of files are inside
  screen.mohen.manner.getState().showInside(true);
  await expect.element(screen.getByRole("table")).toBeVisible();
  const names = screen
    .getByRole("rowheader")
    .elements()
    .map((each) => each.textContent);
  expect(names).toEqual(["b", "c", "<g>", "f", "e", "a", "d"]);
  const widths = [...screen.container.querySelectorAll("rect")].map((each) =>
    Number(each.getAttribute("width")),
  );
  expect(widths.reduce((sum, each) => sum + each, 0)).toBeCloseTo(1);
});

test("where nothing may be kept, nothing is as much as there may be", async () => {
  const screen = await standing(
    <StoragePicture storage={{ files: {}, rules: { used: 0, cap: 0 } }} />,
  );
  const meter = screen.getByRole("meter", { name: "规则" });
  await expect.element(meter).toHaveAttribute("aria-valuenow", "1");
  await expect.element(meter).toHaveAttribute("aria-valuetext", "0 / 0");
  // What cannot be counted is not there.
  expect(screen.getByRole("meter").elements()).toHaveLength(1);
});
