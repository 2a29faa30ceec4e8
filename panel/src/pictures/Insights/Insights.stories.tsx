import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, userEvent, within } from "storybook/test";
import { Failure } from "../../channels/client.ts";
import type { Episode } from "../../channels/generated.ts";
import { never, type Script } from "../../channels/scripted.ts";
import { PROJECT, sampleRules } from "../../memory/sample_rules.ts";
import { CACHE, costOf, DAY, EVENTS, NOW, STATUS, strengthOf } from "../sample_pictures.ts";
import { Insights } from "./Insights.tsx";

function episode(n: number): Episode {
  return {
    id: `ep_${n}`,
    timestamp: NOW - n * 3 * DAY,
    projectId: PROJECT,
    scope: "project",
    trigger: {
      skillUsed: "continue",
      inputContext: "雨下了整夜，码头的灯一盏盏灭下去，他还站在那里。",
      projectId: PROJECT,
      chapterId: null,
      sceneType: "action",
      sceneInferred: false,
      generationId: null,
    },
    aiOutput: { candidates: ["……"], selectedIndex: 0, finalText: "……" },
    feedback: {
      explicit: null,
      implicit: {
        signal: n % 2 ? "LIGHT_EDIT" : "DIRECT_ACCEPT",
        weight: 1,
        responseTimeMs: null,
        undoneAt: null,
        undoLatencyMs: null,
      },
      editDistance: 0.1,
    },
    meta: {
      importance: 0.5,
      recallCount: 1,
      lastRecalledAt: null,
      strength: 0.5,
      band: "FADING",
      strengthAt: NOW,
      compressed: false,
      digest: null,
      lengths: { input: 20, candidates: [2], final: 2 },
      state: "closed",
      userConfirmed: false,
      coreSetting: false,
      private: false,
      marked: false,
      recordedAt: NOW - n * 3 * DAY,
    },
    version: 1,
    schemaVersion: 1,
  };
}

const answers: Script = {
  "memory:learning:cost": costOf(),
  "memory:status": STATUS,
  "context:cache": CACHE,
  "memory:episode:list": { items: [1, 2, 3].map(episode), page: { limit: 50 } },
  "memory:episode:strength": ({ episodeId }) =>
    strengthOf({ episodeId, recallCount: Number(episodeId.slice(3)) }),
  "memory:semantic:list": {
    items: sampleRules(NOW),
    counts: { total: 8, confirmed: 2, byCategory: {}, byOrigin: {} },
    learning: { paused: false },
    offers: [],
  },
  "memory:learning:history": { items: [...EVENTS], page: { limit: 200 } },
};

const meta = {
  component: Insights,
  parameters: { mohen: { answers, now: NOW, inside: true } },
} satisfies Meta<typeof Insights>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {
  parameters: { mohen: { projectId: PROJECT } },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(await canvas.findByText(/少改了 \d+%/)).toBeVisible();
    await expect(await canvas.findByText(/被想起过 1 次/)).toBeVisible();
    await userEvent.selectOptions(canvas.getByRole("combobox", { name: "交互" }), "ep_3");
    await expect(await canvas.findByText(/被想起过 3 次/)).toBeVisible();
    await expect(await canvas.findByText("现在 79%，最初是 52%。")).toBeVisible();
  },
};

/** One broken thing leaves the others where they are. */
export const PartlyBroken: Story = {
  parameters: {
    mohen: {
      answers: {
        ...answers,
        "memory:learning:cost": new Failure({
          code: "DB_ERROR",
          message: "unreadable",
          retryable: true,
        }),
      },
      projectId: PROJECT,
      now: NOW,
    },
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(await canvas.findByRole("alert")).toBeVisible();
    await expect(await canvas.findByText(/被想起过 1 次/)).toBeVisible();
  },
};

export const AllProjects: Story = {
  parameters: { mohen: { answers, now: NOW } },
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByText(/请先打开一个项目/)).toBeVisible();
  },
};

export const New: Story = {
  parameters: {
    mohen: {
      answers: {
        ...answers,
        "memory:learning:cost": { buckets: [] },
        "memory:episode:list": { items: [], page: { limit: 50 } },
        "memory:status": { ...STATUS, model: undefined },
        "context:cache": { ...CACHE, runs: [] },
      },
      projectId: PROJECT,
      now: NOW,
    },
  },
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByText("这里还没有记录过交互。")).toBeVisible();
  },
};

export const Loading: Story = {
  parameters: {
    mohen: {
      answers: Object.fromEntries(Object.keys(answers).map((channel) => [channel, never])),
      projectId: PROJECT,
      now: NOW,
    },
  },
};

export const English: Story = {
  parameters: { mohen: { answers, projectId: "Night Harbour", now: NOW, language: "en" } },
};
export const Dark: Story = {
  parameters: { mohen: { answers, projectId: PROJECT, now: NOW, theme: "dark" } },
};
