import { expect, test } from "vitest";
import { scriptedClient } from "../../channels/scripted.ts";
import { createMohen } from "../../mohen.tsx";
import { standing } from "../../parts/standing.tsx";
import { EVENTS, NOW } from "../sample_pictures.ts";
import { ConfidenceOverTime } from "./ConfidenceOverTime.tsx";
import { course } from "./course.ts";

const then = () => createMohen({ client: scriptedClient({}), language: "zh", now: () => NOW });
const at = (kind: string, confidence: number) => ({
  at: NOW,
  kind,
  confidence,
  learned: true,
  supporting: 3,
  contradicting: 0,
});

test("in a narrow place its sentence stands for the picture and below it, without a table", async () => {
  const screen = await standing(<ConfidenceOverTime points={course(EVENTS)} compact />, then());
  const sentence = "现在 79%，最初是 52%。";
  await expect.element(screen.getByRole("img", { name: new RegExp(sentence) })).toBeVisible();
  expect(screen.getByText(sentence).elements()).toHaveLength(1);
  await expect.element(screen.getByText("查看数字")).not.toBeInTheDocument();
});

test("all in one moment, and of a kind nobody has words for: drawn, and called as it is", async () => {
  const points = [at("created", 0.5), at("transmuted", 0.6)];
  const screen = await standing(<ConfidenceOverTime points={points} />, then());
  expect(screen.container.innerHTML).not.toContain("NaN");
  expect(screen.container.querySelectorAll("[data-sign]")).toHaveLength(2);
  await expect
    .element(screen.getByRole("slider"))
    .toHaveAttribute("aria-valuetext", expect.stringContaining("transmuted，60%"));
});

test("what happened is told by forms, not only by colours", async () => {
  const points = [at("created", 0.5), at("confirmed", 0.5), at("deleted", 0.5)];
  const screen = await standing(<ConfidenceOverTime points={points} />, then());
  const forms = [...screen.container.querySelectorAll("[data-sign]")].map((each) => each.innerHTML);
  expect(new Set(forms).size).toBe(3);
});
