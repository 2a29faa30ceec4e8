import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, userEvent, within } from "storybook/test";
import type { Inspect } from "../../channels/generated.ts";
import { scriptedSettings } from "../../settings/scripted_settings.ts";
import { INSPECTED, REQUEST, RUN } from "../sample_context.ts";
import { PROJECT } from "../sample_desk.ts";
import { ContextInspector } from "./ContextInspector.tsx";

const answers = (inspect: Inspect = INSPECTED, allowed = true) => ({
  ...scriptedSettings({ contextInspectionEnabled: allowed }),
  "context:inspect": inspect,
});

const meta = {
  component: ContextInspector,
  args: { context: RUN, request: REQUEST },
  parameters: { mohen: { projectId: PROJECT, inside: true, answers: answers() } },
  decorators: [
    (Story) => (
      <div style={{ maxWidth: 420 }}>
        <Story />
      </div>
    ),
  ],
} satisfies Meta<typeof ContextInspector>;

export default meta;
type Story = StoryObj<typeof meta>;

export const OfARun: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(canvas.getByText("六层，共 2,784 词元")).toBeVisible();
    await expect(canvas.getByText("与上次运行相同")).toBeVisible();
    await expect(canvasElement.querySelectorAll("[data-status]")).toHaveLength(6);
    await userEvent.click(canvas.getByText("裁剪 4 处"));
    await expect(canvas.getByText("未放入（117 字） · 该层预算已满")).toBeVisible();
    await expect(canvas.getByText("101 → 49 字 · 在段落之间截断 · 该层预算已满")).toBeVisible();
    // The text is fetched only when it is asked for.
    await expect(canvas.queryByText("全文")).toBeNull();
    await userEvent.click(await canvas.findByRole("button", { name: "查看全文" }));
    await expect(await canvas.findByText("与发出的提示词逐字节相同。")).toBeVisible();
    await userEvent.click(canvas.getByText("按四层来看"));
    await expect(canvas.getByText(/最近摘要、相关人物、过往交互/)).toBeVisible();
  },
};

/** Whole prompts hold the manuscript: the author allows them first. */
export const AllowedFirst: Story = {
  parameters: { mohen: { answers: answers(INSPECTED, false) } },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(await canvas.findByText("目前不显示提示词全文")).toBeVisible();
    await userEvent.click(canvas.getByRole("button", { name: "打开并查看" }));
    await expect(await canvas.findByText("与发出的提示词逐字节相同。")).toBeVisible();
  },
};

export const ChangedSince: Story = {
  parameters: { mohen: { answers: answers({ ...INSPECTED, promptHash: "p1:other" }) } },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(await canvas.findByRole("button", { name: "查看全文" }));
    await expect(await canvas.findByText(/这是此刻的提示词/)).toBeVisible();
  },
};

/** Before a run: what would go in now. */
export const Foresight: Story = {
  args: { context: undefined },
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByText("将交给 AI 的内容")).toBeVisible();
  },
};

export const WithWarnings: Story = {
  args: {
    context: {
      ...RUN,
      stablePrefixUnchanged: false,
      memoryDegraded: true,
      layers: RUN.layers.map((layer) =>
        layer.layer === 2
          ? { ...layer, status: "degraded" as const }
          : layer.layer === 4
            ? { ...layer, status: "masked" as const, tokens: 12 }
            : layer,
      ),
      warnings: [
        {
          code: "SETTINGS_UNAVAILABLE",
          source: "settings",
          message: { en: "preferences cannot be read", zh: "无法读取偏好与笔记：改用内置规则" },
        },
        {
          code: "TOO_LARGE",
          source: ".mohen/world.md",
          message: { en: "the file could not be used", zh: "该文件无法使用" },
        },
      ],
    },
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(canvas.getByText("不完整")).toBeVisible();
    await expect(canvas.getByText("技能未要求")).toBeVisible();
    await expect(canvas.getByText("该文件无法使用 来自：世界观")).toBeVisible();
  },
};

export const EnglishDark: Story = {
  parameters: { mohen: { language: "en", theme: "dark", answers: answers() } },
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getByText("2,784 tokens in six layers")).toBeVisible();
  },
};

export const NothingYet: Story = {
  args: { context: undefined, request: undefined },
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getByText("还没有提示词")).toBeVisible();
  },
};
