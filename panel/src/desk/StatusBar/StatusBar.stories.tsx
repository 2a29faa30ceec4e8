import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, userEvent, within } from "storybook/test";
import { Failure } from "../../channels/client.ts";
import { scriptedClient } from "../../channels/scripted.ts";
import { defaultSettings } from "../../memory/sample_care.ts";
import type { Mohen } from "../../mohen.tsx";
import { scriptedSettings, status } from "../../settings/scripted_settings.ts";
import { SaveState } from "../SaveState/SaveState.tsx";
import { CHAPTERS, PROJECT } from "../sample_desk.ts";
import { StatusBar } from "./StatusBar.tsx";

const share = { sent: 1000, served: 820, percent: 82 };
const cache = {
  runs: [
    {
      generationId: "gen_1",
      skillId: "continue",
      at: 0,
      prefix: share,
      prompt: share,
      naive: share,
      prefixChanged: false,
    },
  ],
  prefix: share,
  prompt: share,
  naive: share,
  savedTokens: 820,
  prefixChanges: 0,
};

const meta = {
  component: StatusBar,
  args: {
    text: CHAPTERS[0]?.text,
    saved: <SaveState saving="saved" />,
    last: { generationId: "gen_1", tokenCount: 2784 },
    onModel: fn(),
  },
  parameters: {
    mohen: {
      projectId: PROJECT,
      inside: true,
      bare: true,
      answers: scriptedSettings({ model: { kind: "offline" } }, { "context:cache": cache }),
    },
  },
} satisfies Meta<typeof StatusBar>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Well: Story = {
  play: async ({ canvasElement, args }) => {
    const bar = within(canvasElement).getByRole("region", { name: "状态" });
    await expect(await within(bar).findByText("记忆正常")).toBeVisible();
    await expect(await within(bar).findByText(/82% 可由缓存提供/)).toBeVisible();
    await expect(within(bar).getByText("上次提示词 2,784 词元")).toBeVisible();
    await userEvent.click(within(bar).getByRole("button", { name: "离线写手" }));
    await expect(args.onModel).toHaveBeenCalled();
  },
};

export const Selection: Story = {
  args: { selected: "雾是从海上来的。" },
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getByText("已选 7 字")).toBeVisible();
  },
};

export const EnglishDark: Story = {
  args: { text: "The fog came in from the sea.", selected: "The fog", last: undefined },
  parameters: { mohen: { language: "en", theme: "dark" } },
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getByText("7 words")).toBeVisible();
    await expect(within(canvasElement).getByText("2 words selected")).toBeVisible();
    await expect(await within(canvasElement).findByText("Memory is well")).toBeVisible();
  },
};

export const InjectionOff: Story = {
  parameters: { mohen: { answers: scriptedSettings({ injectionEnabled: false }) } },
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByText("记忆未注入")).toBeVisible();
  },
};

export const PrivacyMode: Story = {
  parameters: { mohen: { answers: scriptedSettings({ privacyModeEnabled: true }) } },
};

export const Degraded: Story = {
  parameters: {
    mohen: { answers: { "memory:status": status(defaultSettings, { memoryDegraded: true }) } },
  },
};

/** R97: the sentence of the specification. */
export const Unavailable: Story = {
  parameters: {
    mohen: {
      answers: {
        "memory:status": new Failure({
          code: "DB_ERROR",
          message: "mind.db cannot be read",
          retryable: false,
        }),
      },
    },
  },
  play: async ({ canvasElement }) => {
    const told = await within(canvasElement).findByText("记忆系统暂时不可用，AI 将以通用模式工作");
    await expect(told.closest("[role=status]")).not.toBeNull();
  },
};

export const Unreachable: Story = {
  args: { saved: <SaveState saving="offline" /> },
  parameters: { mohen: { client: scriptedClient(scriptedSettings(), "lost") } },
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByText("连不上墨痕")).toBeVisible();
  },
};

export const NoProject: Story = {
  args: { text: undefined, last: undefined, saved: undefined },
  parameters: { mohen: { begun: (mohen: Mohen) => mohen.place.getState().enter(undefined) } },
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getByText("未打开项目")).toBeVisible();
  },
};

export const Narrow: Story = {
  decorators: [
    (Story) => (
      <div style={{ width: 360 }}>
        <Story />
      </div>
    ),
  ],
};
