import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, screen, userEvent, waitFor, within } from "storybook/test";
import { unreachable } from "../../channels/client.ts";
import { scriptedClient } from "../../channels/scripted.ts";
import { RUN } from "../../desk/sample_context.ts";
import { invalid, NOW, scriptedSettings } from "../scripted_settings.ts";
import { SettingsPage } from "./SettingsPage.tsx";

const PROJECT = "雾港来信";

const meta = {
  component: SettingsPage,
  parameters: {
    mohen: { projectId: PROJECT, bare: true, now: NOW, answers: scriptedSettings() },
  },
} satisfies Meta<typeof SettingsPage>;

export default meta;
type Story = StoryObj<typeof meta>;

/** What is on the page, and that a change is saved at once. */
export const Default: Story = {
  parameters: { mohen: { client: scriptedClient(scriptedSettings()) } },
  play: async ({ canvasElement, parameters }) => {
    const canvas = within(canvasElement);
    const injection = await canvas.findByRole("switch", { name: "把学到的内容交给 AI" });
    await expect(injection).toBeChecked();
    await userEvent.click(injection);
    await expect(injection).not.toBeChecked();
    const { client } = parameters.mohen;
    await expect(client.callsOf("memory:settings:update")).toEqual([{ injectionEnabled: false }]);

    const threshold = canvas.getByRole("textbox", { name: "出现几次才算偏好" });
    await userEvent.clear(threshold);
    await userEvent.type(threshold, "0");
    await expect(canvas.getByText("请填 1 到 100 的整数。")).toBeVisible();
    await userEvent.clear(threshold);
    await userEvent.type(threshold, "5{Enter}");
    await expect(client.callsOf("memory:settings:update").at(-1)).toEqual({
      preferenceLearningThreshold: 5,
    });
    await expect(canvas.getByRole("region", { name: "审计" })).toHaveTextContent("删除规则");
  },
};

/** A change that is refused is taken back, and it is said why. */
export const Refused: Story = {
  parameters: {
    mohen: {
      answers: scriptedSettings(
        {},
        { "memory:settings:update": invalid("tokenizer", "o200k_base needs bpe-openai") },
      ),
    },
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    const tokenizer = await canvas.findByRole("combobox", { name: "词元计数方式" });
    await userEvent.selectOptions(tokenizer, "o200k_base");
    await expect(await canvas.findByText("未能保存，已恢复原样。")).toBeVisible();
    await expect(canvas.getByText("o200k_base needs bpe-openai")).toBeVisible();
    await expect(tokenizer).toHaveValue("estimate");
  },
};

export const PrivacyAsks: Story = {
  parameters: { mohen: { client: scriptedClient(scriptedSettings()) } },
  play: async ({ canvasElement, parameters }) => {
    const canvas = within(canvasElement);
    const mode = await canvas.findByRole("switch", { name: "隐私模式" });
    await userEvent.click(mode);
    await expect(await screen.findByRole("dialog", { name: "打开隐私模式？" })).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "取消" }));
    await expect(mode).not.toBeChecked();
    await expect(parameters.mohen.client.callsOf("memory:settings:update")).toEqual([]);
    await userEvent.click(mode);
    await userEvent.click(await screen.findByRole("button", { name: "打开" }));
    await waitFor(() => expect(mode).toBeChecked());
  },
};

/** A server is written down and saved when it is complete. A key is not even sent. */
export const AServer: Story = {
  parameters: {
    mohen: { client: scriptedClient(scriptedSettings({}, { "ai:skill:run": RUN })) },
  },
  play: async ({ canvasElement, parameters }) => {
    const canvas = within(canvasElement);
    const { client } = parameters.mohen;
    await userEvent.selectOptions(
      await canvas.findByRole("combobox", { name: "由谁来写" }),
      "custom",
    );
    await expect(client.callsOf("memory:settings:update")).toEqual([]);
    await userEvent.type(canvas.getByRole("textbox", { name: "模型名称" }), "qwen3:8b");
    await userEvent.type(canvas.getByRole("textbox", { name: "地址" }), "http://127.0.0.1:5001/v1");
    await userEvent.click(canvas.getByText("更多"));
    const key = canvas.getByRole("textbox", { name: "存放密钥的环境变量" });
    await userEvent.type(key, "sk-abc");
    await expect(canvas.getByText(/这看起来像是密钥/)).toBeVisible();
    await expect(canvas.getByRole("button", { name: "试用并保存" })).toBeDisabled();
    await userEvent.clear(key);
    await userEvent.type(key, "OPENAI_API_KEY");
    await userEvent.click(canvas.getByRole("button", { name: "试用并保存" }));
    await expect(await canvas.findByText(/雾从海上来/)).toBeVisible();
    const model = {
      kind: "openai",
      model: "qwen3:8b",
      baseUrl: "http://127.0.0.1:5001/v1",
      apiKeyEnv: "OPENAI_API_KEY",
    };
    await expect(client.callsOf("model:server:try")).toEqual([{ model }]);
    await expect(client.callsOf("memory:settings:update")).toEqual([
      { model: { ...model, window: 32_768 } },
    ]);
  },
};

export const Names: Story = {
  parameters: { mohen: { client: scriptedClient(scriptedSettings({ redactNames: ["林墨"] })) } },
  play: async ({ canvasElement, parameters }) => {
    const canvas = within(canvasElement);
    const names = await canvas.findByRole("textbox", { name: "不保存的名字" });
    await userEvent.type(names, "\n青河镇，林墨");
    await userEvent.click(canvas.getByRole("button", { name: "保存名字" }));
    await expect(parameters.mohen.client.callsOf("memory:settings:update")).toEqual([
      { redactNames: ["林墨", "青河镇"] },
    ]);
  },
};

export const Doctor: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(await canvas.findByRole("button", { name: "检查" }));
    await expect(await canvas.findByText("有需要留意的地方。")).toBeVisible();
    await expect(canvas.getByText(/他人可读/)).toBeVisible();
    await userEvent.click(canvas.getByRole("button", { name: "修复可以修复的" }));
    await expect(await canvas.findByText("一切正常。")).toBeVisible();
    await expect(canvas.getByText("权限已改为仅你本人可读")).toBeVisible();
  },
};

/** First what would go, then a question, then the deed. */
export const Cleanup: Story = {
  parameters: { mohen: { client: scriptedClient(scriptedSettings()) } },
  play: async ({ canvasElement, parameters }) => {
    const canvas = within(canvasElement);
    await userEvent.click(await canvas.findByRole("button", { name: "现在清理会怎样？" }));
    await expect(await canvas.findByText(/把 45 次交互压缩成摘要/)).toBeVisible();
    await userEvent.click(canvas.getByRole("button", { name: "立即清理" }));
    const dialog = await screen.findByRole("dialog", { name: "立即清理？" });
    await userEvent.click(within(dialog).getByRole("button", { name: "立即清理" }));
    await expect(await canvas.findByText("已完成：")).toBeVisible();
    await expect(parameters.mohen.client.callsOf("memory:cleanup:run")).toEqual([
      { dryRun: true },
      { dryRun: false },
    ]);
  },
};

/** A long export comes in pieces that are put together. */
export const Export: Story = {
  parameters: {
    mohen: {
      answers: scriptedSettings(
        {},
        {
          "memory:export": ({ cursor }) =>
            cursor
              ? { files: [{ path: "memory/people.md", text: "- 老许\n" }] }
              : {
                  files: [
                    { path: "memory/people.md", text: "- 沈砚\n" },
                    { path: "memory/places.md", text: "- 雾港\n" },
                  ],
                  nextCursor: "2",
                },
        },
      ),
    },
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.selectOptions(
      await canvas.findByRole("combobox", { name: "格式" }),
      "markdown",
    );
    await userEvent.click(canvas.getByRole("button", { name: "导出" }));
    await expect(await canvas.findByText("已导出 2 个文件。")).toBeVisible();
    await expect(canvas.getByRole("button", { name: /people\.md · 18/ })).toBeVisible();
  },
};

export const Import: Story = {
  parameters: {
    mohen: {
      answers: scriptedSettings(
        {},
        {
          "memory:import": ({ dryRun }) => ({
            format: "mem0" as const,
            added: 12,
            repeated: 3,
            rules: 2,
            refused: [{ ref: "mem0.json:7", code: "secret" as const, why: "looks like a key" }],
            changes: [],
            renamed: {},
            messages: 0,
            documents: 0,
            troubles: [],
            dryRun: dryRun === true,
          }),
        },
      ),
    },
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    const path = await canvas.findByRole("textbox", { name: "服务所在机器上的文件或文件夹" });
    await userEvent.type(path, "/home/me/mem0.json{Enter}");
    await expect(
      await canvas.findByText("将导入 12 条，其中规则 2 条；另有 3 条已经存在。"),
    ).toBeVisible();
    await userEvent.click(canvas.getByRole("button", { name: "导入" }));
    await expect(await canvas.findByText(/^已导入 12 条/)).toBeVisible();
  },
};

export const EmbedderAsks: Story = {
  parameters: { mohen: { client: scriptedClient(scriptedSettings()) } },
  play: async ({ canvasElement, parameters }) => {
    const canvas = within(canvasElement);
    await userEvent.selectOptions(await canvas.findByRole("combobox", { name: "嵌入器" }), "use");
    await userEvent.click(canvas.getByRole("button", { name: "应用" }));
    await userEvent.click(await screen.findByRole("button", { name: "更换" }));
    await expect(parameters.mohen.client.callsOf("memory:settings:update")).toEqual([
      { embedder: { kind: "use" } },
    ]);
  },
};

export const EnglishDark: Story = {
  parameters: {
    mohen: {
      language: "en",
      theme: "dark",
      answers: scriptedSettings({ model: { kind: "openai", model: "qwen3:8b" } }),
    },
  },
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByText("Spent today")).toBeVisible();
  },
};

export const Unreachable: Story = {
  parameters: {
    mohen: {
      answers: {
        "memory:settings:get": unreachable("gone"),
        "memory:status": unreachable("gone"),
        "memory:audit:list": unreachable("gone"),
      },
    },
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect((await canvas.findAllByText("连不上墨痕"))[0]).toBeVisible();
    // What needs no server is there.
    await expect(canvas.getByRole("combobox", { name: "外观" })).toBeVisible();
  },
};

export const NoProject: Story = {
  parameters: {
    mohen: {
      begun: (mohen: { place: { getState(): { enter(id: undefined): void } } }) =>
        mohen.place.getState().enter(undefined),
    },
  },
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByText(/请先打开一个项目/)).toBeVisible();
  },
};
