import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, userEvent, within } from "storybook/test";
import { Failure } from "../../channels/client.ts";
import { RUN } from "../../desk/sample_context.ts";
import { changing, scriptedSettings } from "../scripted_settings.ts";
import { ModelSettings } from "./ModelSettings.tsx";

const server = { kind: "openai", model: "qwen3:8b", baseUrl: "http://127.0.0.1:11434/v1" } as const;

const meta = {
  component: ModelSettings,
  args: { ...changing({ model: server }), onChange: fn(async () => true) },
  parameters: { mohen: { answers: scriptedSettings({}, { "ai:skill:run": RUN }) } },
} satisfies Meta<typeof ModelSettings>;

export default meta;
type Story = StoryObj<typeof meta>;

/** A server that is tried says what it wrote, how soon, and how much it reads. */
export const AServer: Story = {
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    await userEvent.click(await canvas.findByRole("button", { name: "试一试" }));
    await expect(await canvas.findByText(/雾从海上来/)).toBeVisible();
    await userEvent.selectOptions(canvas.getByRole("combobox", { name: "由谁来写" }), "离线写手");
    await expect(args.onChange).toHaveBeenLastCalledWith({ model: { kind: "offline" } });
  },
};

/** Without a model, those of this machine are a press away. */
export const Found: Story = {
  args: { settings: changing().settings },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(canvas.getByText(/由离线写手代为运行/)).toBeVisible();
    await userEvent.click(canvas.getByRole("button", { name: "查找本机的模型" }));
    await expect(await canvas.findByRole("button", { name: "使用 qwen3:8b" })).toBeVisible();
  },
};

/** A service far away wants a key. */
export const AKey: Story = {
  args: {
    settings: changing({
      model: { kind: "openai", model: "deepseek-chat", baseUrl: "https://api.deepseek.com/v1" },
    }).settings,
  },
  parameters: {
    mohen: {
      answers: scriptedSettings(
        {},
        { "model:key:get": { key: { lastFour: "a1b2", keptIn: "keyring" } } },
      ),
    },
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(await canvas.findByText(/尾号 a1b2/)).toBeVisible();
    await userEvent.click(canvas.getByRole("button", { name: "列出模型" }));
    await expect(await canvas.findByRole("option", { name: "deepseek-chat" })).toBeInTheDocument();
  },
};

export const NotReady: Story = {
  parameters: {
    mohen: {
      answers: scriptedSettings(
        {},
        {
          "model:server:try": new Failure({
            code: "MODEL_NOT_READY",
            message: "no credit",
            retryable: false,
            details: { reason: "out-of-credit" },
          }),
        },
      ),
    },
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(await canvas.findByRole("button", { name: "试一试" }));
    await expect(await canvas.findByRole("alert")).toHaveTextContent("余额");
  },
};

export const EnglishDark: Story = {
  args: { settings: changing().settings },
  parameters: { mohen: { language: "en", theme: "dark" } },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole("button", { name: "Find models on this machine" }));
    await expect(await canvas.findByRole("button", { name: "Use gemma3:4b" })).toBeVisible();
  },
};
