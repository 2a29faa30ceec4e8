import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, screen } from "storybook/test";
import { remembering, withToasts } from "../memory_story.tsx";
import { sampleWatched } from "../sample_rules.ts";
import { Watching } from "./Watching.tsx";

const meta = { component: Watching, decorators: [withToasts] } satisfies Meta<typeof Watching>;

export default meta;
type Story = StoryObj<typeof meta>;

/** How much is missing, how the author differs so far, and that nothing is proven. */
export const Some: Story = {
  ...remembering({ watched: sampleWatched() }).story,
  play: async () => {
    const short = await screen.findByRole("meter", { name: "动作场景偏好短句" });
    await expect(short).toHaveAttribute("aria-valuetext", "13 / 约 20 次");
    await expect(screen.getByText("你的句子平均 8 字，AI 的 25 字 · 2 次相反")).toBeVisible();
    await expect(screen.getByText("下次更新时成为规则")).toBeVisible();
    await expect(screen.getByText("2 / 3 次")).toBeVisible();
  },
};

export const English: Story = {
  ...remembering({ watched: sampleWatched() }, {}, { language: "en", theme: "dark" }).story,
  play: async () => {
    const short = await screen.findByRole("meter", { name: "Action scenes: short sentences" });
    await expect(short).toHaveAttribute("aria-valuetext", "13 of about 20");
  },
};

/** Global rules come from projects: there is nothing to watch. */
export const Nothing: Story = {
  ...remembering({ watched: sampleWatched() }, {}, { projectId: undefined }).story,
  play: async () => {
    await expect(screen.queryByRole("meter")).toBeNull();
  },
};
