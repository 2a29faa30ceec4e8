import { expect, test } from "vitest";
import { standing } from "../standing.tsx";
import { Badge } from "./Badge.tsx";

test("all that is said of it are its words: neither its icon nor its colour says more", async () => {
  const screen = await standing(
    <Badge tone="danger" icon="warning">
      {"<b>in conflict</b>"}
    </Badge>,
  );
  expect(screen.container.textContent).toBe("<b>in conflict</b>");
  expect(screen.container.querySelector("svg")).toHaveAttribute("aria-hidden", "true");
});

test("without a tone and an icon it is plain", async () => {
  const screen = await standing(<Badge>global</Badge>);
  expect(screen.container.querySelector("svg")).toBeNull();
  expect(screen.container.querySelector("[data-tone=neutral]")).toHaveTextContent("global");
});
