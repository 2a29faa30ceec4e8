import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { Failure } from "../../channels/client.ts";
import type { ModelShape } from "../../channels/generated.ts";
import { type Script, scriptedClient } from "../../channels/scripted.ts";
import { createMohen } from "../../mohen.tsx";
import { standing } from "../../parts/standing.tsx";
import { scriptedSettings, TRIAL } from "../scripted_settings.ts";
import { ModelForm } from "./ModelForm.tsx";

const OLLAMA = "http://127.0.0.1:11434/v1";
const DEEPSEEK = "https://api.deepseek.com/v1";
const server: ModelShape = { kind: "openai", model: "qwen3:8b", baseUrl: OLLAMA };

async function form(model: ModelShape, more: Script = {}, taken = true) {
  const onSave = vi.fn(async () => taken);
  const client = scriptedClient(scriptedSettings({}, more));
  const mohen = createMohen({ client, language: "zh" });
  const screen = await standing(
    <ModelForm
      model={model}
      busy={false}
      hub="https://huggingface.co"
      onHub={() => {}}
      onSave={onSave}
    />,
    mohen,
  );
  await expect.element(screen.getByRole("option", { name: "DeepSeek" })).toBeInTheDocument();
  return { screen, onSave, client, kind: screen.getByRole("combobox", { name: "由谁来写" }) };
}

test("a model that runs here is found, tried and saved with two presses", async () => {
  const { screen, onSave } = await form({ kind: "none" });
  await screen.getByRole("button", { name: "查找本机的模型" }).click();
  await screen.getByRole("button", { name: "使用 qwen3:8b" }).click();
  await expect.element(screen.getByText(TRIAL.text)).toBeVisible();
  await expect.element(screen.getByText("0.8 秒后出第一个字")).toBeVisible();
  expect(onSave).toHaveBeenCalledExactlyOnceWith({ ...server, window: 32_768 });
});

test("a pasted key is tried before it is kept, and kept before the model is saved", async () => {
  const told: string[] = [];
  const { screen, onSave, kind } = await form(
    { kind: "none" },
    {
      "model:server:try": (asked) => {
        told.push(`try ${asked.key}`);
        return { ...TRIAL, window: null };
      },
      "model:key:put": (asked) => {
        told.push(`keep ${asked.key} ${asked.baseUrl}`);
        return { lastFour: "abcd", keptIn: "keyring" };
      },
    },
  );
  await userEvent.selectOptions(kind, "deepseek");
  await screen.getByLabelText("密钥", { exact: true }).fill("sk-0123-abcd");
  await screen.getByRole("button", { name: "列出模型" }).click();
  await userEvent.selectOptions(
    screen.getByRole("combobox", { name: "模型名称" }),
    "deepseek-chat",
  );
  await screen.getByRole("button", { name: "试用并保存" }).click();
  await vi.waitFor(() => expect(onSave).toHaveBeenCalledOnce());
  expect(told).toEqual(["try sk-0123-abcd", `keep sk-0123-abcd ${DEEPSEEK}`]);
  expect(onSave).toHaveBeenCalledExactlyOnceWith({
    kind: "openai",
    model: "deepseek-chat",
    baseUrl: DEEPSEEK,
  });
});

test("what does not work is not saved unless the author wants it", async () => {
  const refused = new Failure({
    code: "MODEL_NOT_READY",
    message: "?",
    retryable: false,
    details: { reason: "key-refused" },
  });
  const { screen, onSave, kind } = await form({ kind: "none" }, { "model:server:try": refused });
  await userEvent.selectOptions(kind, "custom");
  await screen.getByRole("textbox", { name: "地址" }).fill("http://127.0.0.1:5001/v1");
  await screen.getByRole("textbox", { name: "模型名称" }).fill("mine");
  await screen.getByRole("button", { name: "试用并保存" }).click();
  await expect.element(screen.getByText("密钥被拒绝")).toBeVisible();
  expect(onSave).not.toHaveBeenCalled();
  await screen.getByRole("button", { name: "仍然保存" }).click();
  expect(onSave).toHaveBeenCalledExactlyOnceWith({
    kind: "openai",
    model: "mine",
    baseUrl: "http://127.0.0.1:5001/v1",
  });
});

test("a window too small for prompts is not saved, and said to be so", async () => {
  const { screen, onSave } = await form(server, {
    "model:server:try": { ...TRIAL, window: 4_096 },
  });
  await screen.getByRole("button", { name: "试一试" }).click();
  await expect.element(screen.getByText("它只能读 4,096 词元")).toBeVisible();
  expect(onSave).toHaveBeenCalledExactlyOnceWith(server);
});

test("a server half written down is dropped by choosing another kind, and nothing is sent", async () => {
  const { screen, onSave, kind } = await form({ kind: "none" });
  await userEvent.selectOptions(kind, "deepseek");
  await screen.getByRole("textbox", { name: "模型名称" }).fill("x");
  await userEvent.selectOptions(kind, "none");
  await expect.element(screen.getByRole("textbox")).not.toBeInTheDocument();
  expect(onSave).not.toHaveBeenCalled();
});

test("a key that is kept is shown by its last four and can be forgotten", async () => {
  const { screen } = await form(
    { kind: "openai", model: "deepseek-chat", baseUrl: DEEPSEEK },
    { "model:key:get": { key: { lastFour: "wxyz", keptIn: "file" } } },
  );
  await expect.element(screen.getByText(/尾号 wxyz/)).toBeVisible();
  await screen.getByRole("button", { name: "删除密钥" }).click();
  await expect.element(screen.getByText(/尾号 wxyz/)).not.toBeInTheDocument();
});
