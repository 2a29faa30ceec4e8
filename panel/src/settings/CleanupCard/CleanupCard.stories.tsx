import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, userEvent, within } from "storybook/test";
import { Failure } from "../../channels/client.ts";
import type { Cleanup } from "../../channels/generated.ts";
import { changing, NOW, scriptedSettings, status } from "../scripted_settings.ts";
import { CleanupCard } from "./CleanupCard.tsx";

const meta = {
  component: CleanupCard,
  args: { upkeep: status(changing().settings).upkeep },
  parameters: { mohen: { now: NOW, answers: scriptedSettings() } },
} satisfies Meta<typeof CleanupCard>;

export default meta;
type Story = StoryObj<typeof meta>;

/** Only what would be something is told, and what takes away comes first. */
export const Foreseen: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(canvas.getByText(/上次/)).toHaveTextContent("上次 9小时前 · 下次 15小时后");
    await expect(canvas.queryByRole("button", { name: "立即清理" })).toBeNull();
    await userEvent.click(canvas.getByRole("button", { name: "现在清理会怎样？" }));
    const told = await canvas.findAllByRole("listitem");
    await expect(told.map((each) => each.textContent)).toEqual([
      "把 45 次交互压缩成摘要，不再保留全文",
      "删除 2 份摘要",
      "重新计算 60 条记忆的强度",
    ]);
    await expect(canvas.getByRole("button", { name: "立即清理" })).toBeVisible();
  },
};

const nothing: Cleanup = {
  strengths: 0,
  abandoned: 0,
  compressed: 0,
  purged: 0,
  evictedRules: 0,
  traces: 0,
  messages: 0,
  dryRun: true,
};

export const Nothing: Story = {
  args: { upkeep: undefined },
  parameters: { mohen: { answers: scriptedSettings({}, { "memory:cleanup:run": nothing }) } },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole("button", { name: "现在清理会怎样？" }));
    await expect(await canvas.findByText("没有需要清理的内容。")).toBeVisible();
    await expect(canvas.queryByRole("button", { name: "立即清理" })).toBeNull();
  },
};

export const CouldNot: Story = {
  parameters: {
    mohen: {
      answers: scriptedSettings(
        {},
        {
          "memory:cleanup:run": new Failure({
            code: "DB_ERROR",
            message: "busy",
            retryable: true,
            details: { reason: "busy" },
          }),
        },
      ),
    },
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole("button", { name: "现在清理会怎样？" }));
    await expect(await canvas.findByRole("alert")).toBeVisible();
  },
};

export const EnglishDark: Story = {
  parameters: { mohen: { language: "en", theme: "dark", answers: scriptedSettings() } },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole("button", { name: "What would it do now?" }));
    await expect(await canvas.findByText("delete 2 digests")).toBeVisible();
  },
};
