import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, screen, userEvent, waitFor, within } from "storybook/test";
import { remembering, withToasts } from "../memory_story.tsx";
import { PROJECT, sampleRule } from "../sample_rules.ts";
import { GlobalOffers } from "./GlobalOffers.tsx";

const predicate = {
  feature: "exclamation",
  op: "<",
  value: 0.1,
  unit: "per 100 code points",
} as const;
const shared = {
  rules: [
    sampleRule({
      id: "rule_quiet",
      rule: "对白避免感叹号",
      ruleZh: "对白避免感叹号",
      ruleEn: "No exclamation marks in dialogue",
    }),
  ],
  offers: [{ predicate, ruleIds: ["rule_quiet"], projectIds: [PROJECT], projects: 3 }],
};

const meta = {
  component: GlobalOffers,
  decorators: [withToasts],
} satisfies Meta<typeof GlobalOffers>;

export default meta;
type Story = StoryObj<typeof meta>;

function story(parameters: object = {}) {
  const told = remembering(shared, {}, parameters);
  const beforeEach = () => {
    localStorage.removeItem("mohen-offers-declined");
    told.story.beforeEach();
  };
  return { memory: told.memory, story: { ...told.story, beforeEach } };
}
const taking = story();

/** C77: offered, and made global only by the author's word. */
export const Taken: Story = {
  ...taking.story,
  play: async () => {
    const offer = within(await screen.findByRole("article", { name: "3 个项目都有这个偏好" }));
    await expect(offer.getByText("对白避免感叹号")).toBeVisible();
    await expect(taking.memory.client.callsOf("memory:promote")).toHaveLength(0);
    await userEvent.click(offer.getByRole("button", { name: "提升为全局" }));
    await expect(
      await screen.findByText("「对白避免感叹号」已在所有项目中生效。"),
    ).toBeInTheDocument();
    await expect(taking.memory.rule("rule_quiet")).toMatchObject({ scope: "global" });
  },
};

/** Not now is remembered here, whatever the number behind the preference becomes. */
export const Declined: Story = {
  ...story().story,
  play: async () => {
    await userEvent.click(await screen.findByRole("button", { name: "暂不" }));
    await waitFor(() => expect(screen.queryByRole("article")).toBeNull());
    await expect(localStorage.getItem("mohen-offers-declined")).toContain("exclamation");
    await expect(localStorage.getItem("mohen-offers-declined")).not.toContain("0.1");
  },
};

/** From above, a rule of a project is not in the list: its words are asked for. */
export const FromAbove: Story = {
  ...story({ projectId: undefined, language: "en" }).story,
  play: async () => {
    await expect(await screen.findByText("No exclamation marks in dialogue")).toBeVisible();
    await expect(screen.getByText("3 projects share this preference")).toBeVisible();
  },
};

export const Dark: Story = {
  ...story({ theme: "dark" }).story,
  play: async () => {
    await expect(await screen.findByText("对白避免感叹号")).toBeVisible();
  },
};
