import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, screen, waitFor } from "storybook/test";
import { useNoun } from "../../mohen.tsx";
import { createLearning } from "../../state/learning.ts";
import { remembering, settled, withToasts } from "../memory_story.tsx";
import { PROJECT } from "../sample_rules.ts";
import { DistillProgress } from "./DistillProgress.tsx";

/** The store hears what is pushed from the moment somebody asks for it. */
function Listening() {
  useNoun(createLearning, (state) => state.run);
  return <DistillProgress />;
}

const meta = {
  component: DistillProgress,
  render: () => <Listening />,
  decorators: [withToasts],
} satisfies Meta<typeof DistillProgress>;

export default meta;
type Story = StoryObj<typeof meta>;

const live = remembering({});

/** Every stage in words, and its share; when it has ended nothing is left. */
export const Stages: Story = {
  ...live.story,
  play: async () => {
    const tell = (stage: "started" | "clustered" | "patterned" | "generated", progress: number) =>
      live.memory.client.push("memory:distill:progress", {
        runId: "run_1",
        projectId: PROJECT,
        stage,
        progress,
      });
    tell("started", 0.05);
    const bar = await screen.findByRole("progressbar", { name: "正在更新偏好" });
    await expect(bar).toHaveAttribute("aria-valuetext", "5% 读取交互记录");
    tell("patterned", 0.6);
    await waitFor(() => expect(bar).toHaveAttribute("aria-valuenow", "0.6"));
    await expect(screen.getByRole("status")).toHaveTextContent("寻找反复出现的取舍");
    live.memory.client.push("memory:distill:progress", {
      runId: "run_1",
      projectId: PROJECT,
      stage: "completed",
      progress: 1,
    });
    await waitFor(() => expect(screen.queryByRole("progressbar")).toBeNull());
  },
};

const elsewhere = remembering({});

/** Another project's learning is none of this one's business. */
export const Elsewhere: Story = {
  ...elsewhere.story,
  play: async () => {
    const told = { runId: "run_2", projectId: "别的", stage: "started", progress: 0.1 } as const;
    elsewhere.memory.client.push("memory:distill:progress", told);
    await settled();
    await expect(screen.queryByRole("progressbar")).toBeNull();
  },
};

const above = remembering({}, {}, { projectId: undefined, language: "en", theme: "dark" });

/** From above each project is told by its name. */
export const FromAbove: Story = {
  ...above.story,
  play: async () => {
    const told = { runId: "run_3", projectId: "Fog", stage: "generated", progress: 0.9 } as const;
    above.memory.client.push("memory:distill:progress", told);
    await expect(
      await screen.findByRole("progressbar", { name: "Updating preferences of Fog" }),
    ).toBeVisible();
  },
};
