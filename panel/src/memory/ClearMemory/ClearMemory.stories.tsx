import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, screen, userEvent, waitFor, within } from "storybook/test";
import { Failure } from "../../channels/client.ts";
import { remembering, withToasts } from "../memory_story.tsx";
import { learningEvents } from "../sample_care.ts";
import { PROJECT, sampleRules } from "../sample_rules.ts";
import { ClearMemory } from "./ClearMemory.tsx";

const now = Date.now();
const lived = { rules: sampleRules(now), events: learningEvents(now), episodes: 128 };

const meta = {
  component: ClearMemory,
  args: { open: true, onClose: fn() },
  decorators: [withToasts],
} satisfies Meta<typeof ClearMemory>;

export default meta;
type Story = StoryObj<typeof meta>;

const dialog = async () => within(await screen.findByRole("dialog"));

const clearing = remembering(lived);

/** R92: counts first, then the name typed; global memory is untouched, the toast names the project. */
export const Project: Story = {
  ...clearing.story,
  play: async ({ args }) => {
    const page = await dialog();
    await expect(await page.findByText("128 次交互")).toBeVisible();
    await expect(page.getByText("5 条规则")).toBeVisible();
    await expect(page.getByText(/全局规则和其他项目不受影响/)).toBeVisible();
    const clear = page.getByRole("button", { name: "永久清除" });
    await expect(clear).toBeDisabled();
    const name = page.getByLabelText("输入「实验小说」以确认");
    await userEvent.type(name, "小说");
    await expect(page.getByText("与要求的不一致。")).toBeVisible();
    await expect(clear).toBeDisabled();
    await userEvent.clear(name);
    await userEvent.type(name, " 实验小说");
    await userEvent.click(clear);
    await waitFor(() => expect(args.onClose).toHaveBeenCalled());
    await expect(await screen.findByText('已清除项目"实验小说"的记忆')).toBeInTheDocument();
    await expect(clearing.memory.rule("rule_short")).toBeUndefined();
    await expect(clearing.memory.rule("rule_exclaim")).toBeDefined();
  },
};

const slow = remembering(lived);

/** The confirmation is too old, or more would go by now: nothing goes, and it is asked anew. */
export const AskedAgain: Story = {
  ...slow.story,
  play: async ({ args }) => {
    const page = await dialog();
    const name = await page.findByLabelText("输入「实验小说」以确认");
    slow.memory.care().tokens++;
    await userEvent.type(name, PROJECT);
    await userEvent.click(page.getByRole("button", { name: "永久清除" }));
    await expect(await page.findByText(/目前没有清除任何东西/)).toBeVisible();
    await expect(slow.memory.rule("rule_short")).toBeDefined();
    await userEvent.click(page.getByRole("button", { name: "永久清除" }));
    await waitFor(() => expect(slow.memory.rule("rule_short")).toBeUndefined());
    await waitFor(() => expect(args.onClose).toHaveBeenCalled());
  },
};

const everything = remembering(lived);

/** R88: everything, with words that one does not type by accident. */
export const Everything: Story = {
  ...everything.story,
  play: async () => {
    const page = await dialog();
    await userEvent.click(page.getByRole("radio", { name: /全部/ }));
    await expect(await page.findByText("7 条规则")).toBeVisible();
    await expect(page.queryByText(/全局规则和其他项目不受影响/)).toBeNull();
    await userEvent.type(page.getByLabelText("输入「清除全部」以确认"), "清除全部");
    await userEvent.click(page.getByRole("button", { name: "永久清除" }));
    await expect(await screen.findByText("已清除全部记忆")).toBeInTheDocument();
    await expect(everything.memory.rule("rule_exclaim")).toBeUndefined();
  },
};

export const Nothing: Story = {
  ...remembering({}).story,
  play: async () => {
    const page = await dialog();
    await expect(await page.findByText("这里没有任何记忆，无需清除。")).toBeVisible();
    await expect(page.queryByRole("textbox")).toBeNull();
  },
};

export const Failed: Story = {
  ...remembering(lived, {
    "memory:clear:project": new Failure({ code: "DB_ERROR", message: "no", retryable: false }),
  }).story,
  play: async () => {
    const page = await dialog();
    await expect(await page.findByRole("alert")).toBeVisible();
    await expect(page.getByRole("button", { name: "永久清除" })).toBeDisabled();
  },
};

export const English: Story = {
  ...remembering({ ...lived, episodes: 1 }, {}, { language: "en" }).story,
  play: async () => {
    const page = await dialog();
    await expect(await page.findByText("1 interaction")).toBeVisible();
    await userEvent.type(page.getByLabelText("Type “实验小说” to confirm"), PROJECT);
    await userEvent.click(page.getByRole("button", { name: "Clear for good" }));
    const done = 'Memory of project "实验小说" has been cleared';
    await expect(await screen.findByText(done)).toBeInTheDocument();
  },
};

export const Dark: Story = {
  ...remembering(lived, {}, { theme: "dark" }).story,
  play: async () => {
    await expect(await (await dialog()).findByText("128 次交互")).toBeVisible();
  },
};
