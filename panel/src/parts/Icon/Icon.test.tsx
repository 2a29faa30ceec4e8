import { expect, test } from "vitest";
import { standing } from "../standing.tsx";
import { drawn, Icon } from "./Icon.tsx";
import { iconNames } from "./paths.ts";

test("every name draws something of its own", async () => {
  const screen = await standing(iconNames.map((name) => <Icon key={name} name={name} />));
  const shapes = [...screen.container.querySelectorAll("path")].map((each) =>
    each.getAttribute("d"),
  );
  expect(shapes.every(Boolean)).toBe(true);
  expect(new Set(shapes).size).toBe(iconNames.length);
});

test("a name is drawn in the size asked for, a picture of one's own stays as it is", async () => {
  const own = <i data-testid="own" />;
  const screen = await standing(drawn("ink", 28));
  await expect.element(screen.container.querySelector("svg")).toHaveAttribute("width", "28");
  expect(drawn(own, 28)).toBe(own);
  expect(drawn(undefined)).toBeUndefined();
});
