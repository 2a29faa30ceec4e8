import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, userEvent, within } from "storybook/test";
import { Failure } from "../../channels/client.ts";
import { changing, invalid, scriptedSettings } from "../scripted_settings.ts";
import { EmbedderSettings } from "./EmbedderSettings.tsx";

const rebuilt = { "memory:index:rebuild": { words: 1_204, vectors: 503 } };

const meta = {
  component: EmbedderSettings,
  args: { ...changing(), onChange: fn(async () => true) },
  parameters: { mohen: { answers: scriptedSettings({}, rebuilt) } },
} satisfies Meta<typeof EmbedderSettings>;

export default meta;
type Story = StoryObj<typeof meta>;

/** A model needs its folder before it can be used. */
export const AModelOfOnesOwn: Story = {
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    await userEvent.selectOptions(canvas.getByRole("combobox", { name: "嵌入器" }), "onnx");
    await expect(canvas.getByRole("button", { name: "应用" })).toBeDisabled();
    await userEvent.type(canvas.getByRole("textbox", { name: "模型所在文件夹" }), " /models/bge ");
    await userEvent.click(canvas.getByRole("button", { name: "应用" }));
    await expect(args.onChange).not.toHaveBeenCalled();
    await userEvent.click(canvas.getByRole("button", { name: "更换" }));
    await expect(args.onChange).toHaveBeenCalledOnce();
    await expect(args.onChange).toHaveBeenCalledWith({
      embedder: { kind: "onnx", model: "/models/bge" },
    });
  },
};

export const MadeAnew: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole("button", { name: "重新生成向量" }));
    await expect(await canvas.findByText("已重建：词语索引 1,204 条，向量 503 条。")).toBeVisible();
  },
};

export const CouldNotBeMade: Story = {
  args: { refused: { embedder: invalid("embedder", "no such folder") } },
  parameters: {
    mohen: {
      answers: scriptedSettings(
        {},
        {
          "memory:index:rebuild": new Failure({
            code: "EMBEDDER_NOT_READY",
            message: "no model",
            retryable: false,
          }),
        },
      ),
    },
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(canvas.getByText("no such folder")).toBeVisible();
    await userEvent.click(canvas.getByRole("button", { name: "重新生成向量" }));
    await expect(await canvas.findAllByRole("alert")).toHaveLength(2);
  },
};

export const EnglishDark: Story = {
  args: {
    settings: changing({ embedder: { kind: "openai", model: "bge-m3", dims: 1024 } }).settings,
  },
  parameters: { mohen: { language: "en", theme: "dark", answers: scriptedSettings({}, rebuilt) } },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(canvas.getByRole("textbox", { name: "Dimensions" })).toHaveValue("1024");
    await expect(canvas.queryByRole("button", { name: "Apply" })).toBeNull();
  },
};
