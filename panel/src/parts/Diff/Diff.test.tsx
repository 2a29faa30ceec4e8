import { expect, test } from "vitest";
import { scriptedClient } from "../../channels/scripted.ts";
import { createMohen } from "../../mohen.tsx";
import { standing } from "../standing.tsx";
import { Diff } from "./Diff.tsx";

const inEnglish = () => createMohen({ client: scriptedClient({}), language: "en" });

test("what an author writes between angle brackets is text", async () => {
  const screen = await standing(
    <Diff before="<del>x</del>" after="<ins>x</ins><script>1</script>" />,
    inEnglish(),
  );
  expect(screen.container.querySelector("script")).toBeNull();
  const after = [...screen.container.querySelectorAll("ins")].map((each) => each.textContent);
  expect(after.join("")).toContain("script");
});

test("from nothing to something is one insertion, said as such", async () => {
  const screen = await standing(<Diff before="" after="She left." />, inEnglish());
  expect(screen.container.querySelector("del")).toBeNull();
  expect(screen.container.textContent).toBe("inserted: She left., ");
});

test("side by side, each side reads as its own whole text, under words of ours if none are given", async () => {
  const screen = await standing(
    <Diff before="The old dog slept." after="The cat slept." mode="side" />,
    inEnglish(),
  );
  const read = (name: string) => {
    const prose = screen.getByRole("figure", { name }).element().cloneNode(true) as HTMLElement;
    for (const each of prose.querySelectorAll(".visually-hidden, figcaption")) each.remove();
    return prose.textContent;
  };
  expect(read("Before")).toBe("The old dog slept.");
  expect(read("After")).toBe("The cat slept.");
});

test("two empty texts are no difference", async () => {
  const screen = await standing(<Diff before="" after="" />, inEnglish());
  await expect.element(screen.getByText("No difference")).toBeVisible();
});
