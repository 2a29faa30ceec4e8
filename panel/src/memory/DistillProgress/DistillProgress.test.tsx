import { expect, test } from "vitest";
import { createMohen } from "../../mohen.tsx";
import { standing } from "../../parts/standing.tsx";
import { createLearning } from "../../state/learning.ts";
import { PROJECT } from "../sample_rules.ts";
import { scriptedMemory } from "../scripted_memory.ts";
import { DistillBar } from "./DistillBar.tsx";
import { DistillProgress } from "./DistillProgress.tsx";

test("nothing done yet is a number too", async () => {
  const screen = await standing(<DistillBar stage="started" progress={0} project="<雾>" />);
  const bar = screen.getByRole("progressbar", { name: "正在更新「<雾>」的偏好" });
  await expect.element(bar).toHaveAttribute("aria-valuenow", "0");
  await expect.element(bar).toHaveAttribute("aria-valuetext", "0% 读取交互记录");
});

test("another project's learning is seen from above, and out of sight from here", async () => {
  const { client } = scriptedMemory({});
  const mohen = createMohen({ client, projectId: PROJECT, language: "zh" });
  mohen.store(createLearning);
  const screen = await standing(<DistillProgress />, mohen);
  const told = { runId: "run_1", projectId: "别的", stage: "clustered", progress: 0.3 } as const;
  client.push("memory:distill:progress", told);
  mohen.place.getState().look("global");
  const bar = screen.getByRole("progressbar", { name: "正在更新「别的」的偏好" });
  await expect.element(bar).toBeVisible();
  mohen.place.getState().look("project");
  await expect.element(screen.getByRole("progressbar")).not.toBeInTheDocument();
});
