import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { unreachable } from "../../channels/client.ts";
import { standing } from "../../parts/standing.tsx";
import { failed, loading, ready } from "../../state/loaded.ts";
import { evidenceForShort, wholeEpisode } from "../sample_care.ts";
import { Evidence } from "./Evidence.tsx";

const now = Date.now();
const account = {
  episodeId: "ep_1",
  weight: 1,
  timestamp: now,
  differences: [],
  aiText: "<i>雨</i>停了。",
  finalText: "<i>雨</i>停了。",
};

test("a rule that measures nothing has only texts to show, as they were written", async () => {
  const [edited] = evidenceForShort(now).supporting;
  if (!edited) throw new Error("the sample has lost its evidence");
  const plain = await standing(<Evidence account={edited} />);
  await expect.element(plain.getByText(/测得/)).not.toBeInTheDocument();
  const screen = await standing(<Evidence account={account} />);
  await expect.element(screen.getByText("<i>雨</i>停了。")).toBeVisible();
  // Nobody can look further or forget: there is nothing to press.
  expect(screen.getByRole("button").elements()).toHaveLength(0);
});

test("the others are asked for when they are opened, by keys too, not when they are shut", async () => {
  const look = vi.fn();
  const screen = await standing(<Evidence account={account} onLookAt={look} episode={loading} />);
  await userEvent.tab();
  await userEvent.keyboard("{Enter}");
  await expect.element(screen.getByText("正在载入……")).toBeInTheDocument();
  await userEvent.keyboard("{Enter}");
  await expect.element(screen.getByText("正在载入……")).not.toBeVisible();
  expect(look.mock.calls).toEqual([["ep_1"]]);
});

test("there were no others; or they were not kept; or they cannot be had", async () => {
  const whole = wholeEpisode("ep_1", now);
  const only = { ...whole.aiOutput, candidates: ["一稿"] };
  const gone = { ...whole.aiOutput, candidates: ["", ""] };
  const lengths = { ...whole.meta.lengths, candidates: [2] };
  const told = (data: typeof whole) => ready({ data, degraded: [] });
  const all = [
    [told({ ...whole, aiOutput: only, meta: { ...whole.meta, lengths } }), "当时没有其他候选。"],
    [told({ ...whole, aiOutput: gone }), "没有保留原文。"],
    [failed(loading, unreachable("away")), "连不上墨痕"],
  ] as const;
  for (const [episode, words] of all) {
    const screen = await standing(
      <Evidence account={account} onLookAt={() => {}} episode={episode} />,
    );
    await screen.getByText("当时的其他候选").click();
    await expect.element(screen.getByText(words)).toBeVisible();
    await screen.unmount();
  }
});
