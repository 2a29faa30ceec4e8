import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, screen, userEvent, waitFor, within } from "storybook/test";
import { Failure } from "../../channels/client.ts";
import { remembering, withToasts } from "../memory_story.tsx";
import { sampleRules } from "../sample_rules.ts";
import { InjectionPreview } from "./InjectionPreview.tsx";

const lived = {
  rules: sampleRules(Date.now()),
  notes: [{ id: "f_1", type: "fact", content: "白鹭号在十二年前的冬至沉没。" }] as const,
};

const meta = {
  component: InjectionPreview,
  args: { open: true, onClose: fn() },
  decorators: [withToasts],
} satisfies Meta<typeof InjectionPreview>;

export default meta;
type Story = StoryObj<typeof meta>;

const dialog = async () => within(await screen.findByRole("dialog", { name: /注入|prompt/ }));

/** R161: what goes in, with its reason; a passage brings what fits it. */
export const Default: Story = {
  ...remembering(lived).story,
  play: async () => {
    const page = await dialog();
    const always = within(await page.findByRole("region", { name: "每次都有" }));
    await expect(always.getByText("动作场景偏好短句")).toBeVisible();
    await expect(always.getByText("从 23 次交互提炼")).toBeVisible();
    await expect(page.queryByRole("region", { name: "为这一段" })).toBeNull();
    await userEvent.type(page.getByLabelText("接下来要写什么（可不填）"), "白鹭号");
    const passage = within(await page.findByRole("region", { name: "为这一段" }));
    await expect(await passage.findByText("白鹭号在十二年前的冬至沉没。")).toBeVisible();
    await expect(passage.getByText("相似 62%")).toBeVisible();
  },
};

const removing = remembering(lived);

/** R161: delete. A rule goes with its ten seconds to undo, and is gone from here at once. */
export const DeletingARule: Story = {
  ...removing.story,
  play: async () => {
    const page = await dialog();
    await userEvent.click(await page.findByRole("button", { name: "删除「偏好使用文言文句式」" }));
    const asking = within(await screen.findByRole("dialog", { name: "删除这条规则？" }));
    await userEvent.click(asking.getByRole("button", { name: "删除" }));
    await waitFor(() =>
      expect(page.queryByRole("button", { name: "删除「偏好使用文言文句式」" })).toBeNull(),
    );
    await userEvent.click(await screen.findByRole("button", { name: "撤销" }));
    await expect(
      await page.findByRole("button", { name: "删除「偏好使用文言文句式」" }),
    ).toBeVisible();
    await expect(removing.memory.rule("rule_classical")).toBeDefined();
  },
};

const forgetting = remembering(lived);

export const ForgettingAFact: Story = {
  ...forgetting.story,
  play: async () => {
    const page = await dialog();
    await userEvent.type(await page.findByLabelText("接下来要写什么（可不填）"), "白鹭号");
    await userEvent.click(
      await page.findByRole("button", { name: "删除「白鹭号在十二年前的冬至沉没。」" }),
    );
    const asking = within(await screen.findByRole("dialog", { name: "删除这一条？" }));
    await expect(await asking.findByText(/永久忘掉/)).toBeVisible();
    await userEvent.click(asking.getByRole("button", { name: "删除" }));
    await expect(await page.findByText("没有更多与这一段相关的内容。")).toBeVisible();
    await expect(forgetting.memory.care().notes).toHaveLength(0);
  },
};

const switching = remembering(lived);

/** R161: switch it off, and on again. */
export const Switching: Story = {
  ...switching.story,
  play: async () => {
    const page = await dialog();
    const on = await page.findByRole("switch");
    await waitFor(() => expect(on).toBeEnabled());
    await userEvent.click(on);
    await expect(await page.findByText("注入已关闭，不会带上任何记忆。")).toBeVisible();
    await expect(switching.memory.care().settings.injectionEnabled).toBe(false);
    await userEvent.click(on);
    await expect(await page.findByRole("region", { name: "每次都有" })).toBeVisible();
  },
};

export const Off: Story = {
  ...remembering({ ...lived, settings: { injectionEnabled: false } }).story,
  play: async () => {
    const page = await dialog();
    await expect(await page.findByText("注入已关闭，不会带上任何记忆。")).toBeVisible();
    await expect(page.getByRole("switch")).not.toBeChecked();
  },
};

export const Empty: Story = {
  ...remembering({}).story,
  play: async () => {
    await expect(await (await dialog()).findByText("目前没有可注入的内容。")).toBeVisible();
  },
};

const refused = remembering(lived, {
  "memory:settings:update": new Failure({ code: "DB_ERROR", message: "no", retryable: true }),
});

/** What could not be switched is as it was. */
export const SwitchRefused: Story = {
  ...refused.story,
  play: async () => {
    const page = await dialog();
    const on = await page.findByRole("switch");
    await waitFor(() => expect(on).toBeEnabled());
    await userEvent.click(on);
    await waitFor(() => expect(on).toBeChecked());
    await expect(await screen.findByText("记忆库拒绝了这次操作")).toBeInTheDocument();
  },
};

export const Failed: Story = {
  ...remembering(lived, {
    "memory:injection:preview": new Failure({ code: "UNREACHABLE", message: "", retryable: true }),
  }).story,
  play: async () => {
    await expect(await (await dialog()).findByRole("button", { name: "重试" })).toBeVisible();
  },
};

export const English: Story = {
  ...remembering(lived, {}, { language: "en" }).story,
  play: async () => {
    const page = await dialog();
    await expect(await page.findByRole("region", { name: "Always there" })).toBeVisible();
    await userEvent.click(page.getByText("As it reads in the prompt"));
    await expect(page.getByText(/^- 动作场景偏好短句/)).toBeVisible();
  },
};

export const Dark: Story = {
  ...remembering(lived, {}, { theme: "dark" }).story,
  play: async () => {
    await expect(await (await dialog()).findByText("动作场景偏好短句")).toBeVisible();
  },
};
