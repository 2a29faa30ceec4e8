import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, userEvent, within } from "storybook/test";
import type { Account } from "../../channels/generated.ts";
import { evidenceForShort } from "../sample_care.ts";
import { Evidence } from "./Evidence.tsx";

const now = Date.UTC(2026, 4, 14, 9);
const { supporting, contradicting = [] } = evidenceForShort(now);
const told = (id: string): Account => {
  const found = [...supporting, ...contradicting].find((each) => each.episodeId === id);
  if (!found) throw new Error(`no ${id} in the sample`);
  return found;
};
const short = {
  feature: "mean_sentence_length",
  op: "<",
  value: 15,
  unit: "characters",
  sceneType: "action",
} as const;

const meta = {
  component: Evidence,
  args: { account: told("ep_edited"), predicate: short, onForget: fn() },
} satisfies Meta<typeof Evidence>;

export default meta;
type Story = StoryObj<typeof meta>;

/** C76: the very difference, while the text is kept. */
export const Edited: Story = {
  play: async ({ canvasElement, args }) => {
    const page = within(canvasElement);
    await expect(canvasElement.querySelector("del")).toHaveTextContent("猛地");
    await expect(canvasElement.querySelector("ins")).toBeInTheDocument();
    await expect(page.getByText("小改后采用")).toBeVisible();
    await expect(page.getByText("动作")).toBeVisible();
    await expect(page.getByText("测得 6.3 字")).toBeVisible();
    await expect(page.getByText("符合 < 15 字")).toBeVisible();
    await expect(page.getByText("你的改动：-8.7 字")).toBeVisible();
    await userEvent.click(page.getByRole("button", { name: "忘掉这次交互" }));
    await expect(args.onForget).toHaveBeenCalledWith(args.account);
  },
};

/** Nothing was edited: it was chosen over others, which one can ask to see. */
export const Chosen: Story = {
  args: { account: told("ep_chosen"), onLookAt: fn() },
  play: async ({ canvasElement, args }) => {
    const page = within(canvasElement);
    await expect(canvasElement.querySelector("del")).toBeNull();
    await expect(page.getByText("与落选的相比：-12.3 字")).toBeVisible();
    await userEvent.click(page.getByText("当时的其他候选"));
    await expect(args.onLookAt).toHaveBeenCalledWith("ep_chosen");
  },
};

/** C76: afterwards the digest and the measured difference. */
export const SummedUp: Story = {
  args: { account: told("ep_digest"), onLookAt: fn() },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await expect(page.getByText("原文已不保留，留下的摘要")).toBeVisible();
    await expect(page.getByText(/拆成了七个短句/)).toBeVisible();
    await expect(page.getByText("你的改动：-6 字")).toBeVisible();
    await expect(page.queryByText("当时的其他候选")).toBeNull();
  },
};

export const Against: Story = {
  args: { account: told("ep_against") },
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getByText("不符合 < 15 字")).toBeVisible();
  },
};

/** C95: in privacy mode only what was measured is kept. */
export const Private: Story = {
  args: {
    account: {
      episodeId: "ep_private",
      weight: 1,
      timestamp: now,
      sceneType: "action",
      signal: "LIGHT_EDIT",
      measured: 7,
      differences: [{ kind: "final_vs_chosen", weight: 1, value: -3 }],
    },
  },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await expect(page.getByText("没有保留原文。")).toBeVisible();
    await expect(page.getByText("测得 7 字")).toBeVisible();
  },
};

/** None was taken: there is nothing to set side by side, but one can see what was suggested. */
export const Rejected: Story = {
  args: {
    account: {
      episodeId: "ep_rejected",
      weight: 0.5,
      timestamp: now,
      sceneType: "action",
      signal: "FULL_REJECT",
      differences: [],
    },
    onLookAt: fn(),
  },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await expect(page.getByText("没有采用任何一稿。")).toBeVisible();
    await expect(page.getByText("当时的其他候选")).toBeVisible();
  },
};

/** Of another project nothing is told, and nothing can be forgotten from here. */
export const Elsewhere: Story = {
  args: { account: told("ep_elsewhere") },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await expect(page.getByText(/属于另一个项目/)).toBeVisible();
    await expect(page.queryByRole("button")).toBeNull();
  },
};

const phrase = {
  account: {
    episodeId: "ep_phrase",
    weight: 1,
    timestamp: now,
    sceneType: "heist",
    signal: "LIGHT_EDIT",
    differences: [{ kind: "final_vs_chosen", weight: 1, value: -2 }],
    aiText: "Suddenly the lamp went out. Suddenly she was alone.",
    finalText: "The lamp went out. She was alone.",
  },
  predicate: { feature: "phrase:suddenly", op: "<", value: 1, unit: "uses" },
} as const;

/** A word that is always cut; a kind of scene nobody has a name for is called as it is. */
export const Phrase: Story = {
  args: { ...phrase, account: { ...phrase.account, differences: [...phrase.account.differences] } },
  parameters: { mohen: { language: "en" } },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await expect(page.getByText("“suddenly” cut twice")).toBeVisible();
    await expect(page.getByText("heist")).toBeVisible();
  },
};

export const Dark: Story = { parameters: { mohen: { theme: "dark" } } };
