import { expect, test } from "vitest";
import { standing } from "../../parts/standing.tsx";
import { costOf, DAY } from "../sample_pictures.ts";
import { EditCostOverTime } from "./EditCostOverTime.tsx";

const [bucket] = costOf(1, 4).buckets;
if (!bucket) throw new Error("the sample has lost its bucket");
const free = { ...bucket, to: bucket.from, editCost: 0, episodes: 4 };
const taken = { ...free, accepted: 4, edited: 0, rewritten: 0, rejected: 0, undone: 0 };

test("one moment, and nothing was changed: a picture all the same", async () => {
  const screen = await standing(<EditCostOverTime costs={{ buckets: [taken] }} />);
  await expect.element(screen.getByRole("img")).toBeVisible();
  expect(screen.container.innerHTML).not.toContain("NaN");
  // What did not happen is not in the legend.
  const legend = screen
    .getByRole("listitem")
    .elements()
    .map((each) => each.textContent);
  expect(legend).toEqual(["直接采纳 100%"]);
});

test("what became of a suggestion and is none of ours is counted as otherwise", async () => {
  const odd = { ...taken, accepted: 1, episodes: 4 };
  const screen = await standing(<EditCostOverTime costs={{ buckets: [odd] }} />);
  await expect.element(screen.getByText("其他 75%")).toBeVisible();
});

test("rules that changed before or after are not drawn beside the picture", async () => {
  const marks = [-DAY, 2 * DAY].map((apart, n) => ({
    at: (apart < 0 ? bucket.from : bucket.to) + apart,
    kind: "created" as const,
    ruleId: `rule_${n}`,
  }));
  const screen = await standing(<EditCostOverTime costs={{ buckets: [bucket], marks }} />);
  await expect.element(screen.getByRole("img")).toBeVisible();
  expect(screen.container.querySelectorAll("svg title")).toHaveLength(0);
});
