import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, screen, userEvent, within } from "storybook/test";
import { Failure } from "../../channels/client.ts";
import { never } from "../../channels/scripted.ts";
import { EVERYTHING } from "../filter_rules.ts";
import { remembering, withToasts } from "../memory_story.tsx";
import { sampleRules } from "../sample_rules.ts";
import { RulesView } from "./RulesView.tsx";

const lived = { rules: sampleRules(Date.now()) };

const meta = {
  component: RulesView,
  args: {
    filter: EVERYTHING,
    onFilter: fn(),
    onAdd: fn(),
    onDelete: fn(),
    onDeleteAll: fn(),
    onWhy: fn(),
    onShow: fn(),
    onLoadSample: fn(),
  },
  decorators: [withToasts],
} satisfies Meta<typeof RulesView>;

export default meta;
type Story = StoryObj<typeof meta>;

const card = async (name: string) => {
  const found = await screen.findByRole("article", { name });
  await userEvent.click(found.querySelector("[data-head]") as HTMLElement);
  return within(found);
};
const confirming = remembering(lived);

/** The project's own rules; what is done to one shows at once, and is done. */
export const Project: Story = {
  ...confirming.story,
  play: async ({ args }) => {
    const short = await card("动作场景偏好短句");
    await expect(screen.queryByText("所有角色对白不使用感叹号")).toBeNull();
    await userEvent.click(short.getByRole("button", { name: "确认" }));
    await expect(await short.findByRole("button", { name: "取消确认" })).toBeVisible();
    await expect(confirming.memory.rule("rule_short")).toMatchObject({ userConfirmed: true });
    await userEvent.click(short.getByRole("button", { name: "删除" }));
    await expect(args.onDelete).toHaveBeenCalledOnce();
    // Nothing goes before the question is answered.
    await expect(confirming.memory.rule("rule_short")).toBeDefined();
  },
};

/** From above there are the global rules, and none is overridden there. */
export const Global: Story = {
  ...remembering(lived, {}, { projectId: undefined, language: "en" }).story,
  play: async () => {
    await expect(await screen.findByText("Prefers the first person")).toBeVisible();
    // What the author typed stays in the author's own words.
    await expect(screen.getByText("所有角色对白不使用感叹号")).toBeVisible();
    await expect(screen.queryByText("Not used in this project")).toBeNull();
  },
};

export const Empty: Story = {
  ...remembering({}).story,
  play: async ({ args }) => {
    await userEvent.click(await screen.findByRole("button", { name: "载入示例项目" }));
    await expect(args.onLoadSample).toHaveBeenCalledOnce();
  },
};

export const Loading: Story = {
  ...remembering(lived, { "memory:semantic:list": never }).story,
  play: async ({ canvasElement }) => {
    await expect(canvasElement.querySelector("[aria-busy=true]")).toBeInTheDocument();
    await expect(screen.queryByRole("article")).toBeNull();
  },
};

const slow = new Failure({ code: "TIMEOUT", message: "too slow", retryable: true });

export const Failed: Story = {
  ...remembering(lived, { "memory:semantic:list": slow }).story,
  play: async () => {
    await expect(await screen.findByRole("alert")).toHaveTextContent("超时了");
    await expect(screen.queryByText(/使用越多越精准/)).toBeNull();
  },
};

export const Dark: Story = {
  ...remembering(lived, {}, { theme: "dark" }).story,
  play: async () => {
    await expect(await screen.findByText("动作场景偏好短句")).toBeVisible();
  },
};
