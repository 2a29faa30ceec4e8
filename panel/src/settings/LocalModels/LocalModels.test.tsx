import { expect, test, vi } from "vitest";
import { type Script, scriptedClient } from "../../channels/scripted.ts";
import { createMohen } from "../../mohen.tsx";
import { standing } from "../../parts/standing.tsx";
import { scriptedSettings, TO_COME } from "../scripted_settings.ts";
import { LocalModels } from "./LocalModels.tsx";

const OLLAMA = "http://127.0.0.1:11434/v1";

async function models(more: Script = {}) {
  const onUse = vi.fn();
  const onHub = vi.fn();
  const client = scriptedClient(scriptedSettings({}, more));
  const mohen = createMohen({ client, language: "zh" });
  const screen = await standing(
    <LocalModels
      busy={false}
      hub="https://huggingface.co"
      used={undefined}
      ollama={OLLAMA}
      onHub={onHub}
      onUse={onUse}
    />,
    mohen,
  );
  return { screen, client, onUse, onHub };
}

test("size and licence are said, and nothing is fetched before the author agrees", async () => {
  const { screen, client } = await models();
  await screen.getByRole("button", { name: "获取 qwen2.5-1.5b" }).click();
  await expect.element(screen.getByText(/下载 1 GB；许可：Apache-2.0/u)).toBeVisible();
  await screen.getByRole("button", { name: "暂不" }).click();
  expect(client.callsOf("model:local:get")).toEqual([]);
});

test("one that is fetched shows its progress, and is used when it is here", async () => {
  const { screen, client, onUse } = await models();
  await screen.getByRole("button", { name: "获取 qwen2.5-1.5b" }).click();
  await screen.getByRole("button", { name: "获取并启用" }).click();
  const total = 1_073_741_824;
  const coming = { name: "qwen2.5-1.5b", via: "hub", total } as const;
  client.push("model:local:progress", { ...coming, state: "coming", done: total / 4 });
  await expect.element(screen.getByRole("meter")).toHaveAttribute("aria-valuenow", "0.25");
  await expect.element(screen.getByText("256 MB / 1 GB")).toBeVisible();
  expect(onUse).not.toHaveBeenCalled();
  client.push("model:local:progress", { ...coming, state: "done", done: total });
  await vi.waitFor(() =>
    expect(onUse).toHaveBeenCalledExactlyOnceWith({ kind: "local", model: "qwen2.5-1.5b" }),
  );
});

test("what Ollama fetched is used through Ollama", async () => {
  const found = { ...TO_COME, name: "qwen2.5:1.5b", via: "ollama", exact: false } as const;
  const { screen, client, onUse } = await models({ "model:local:look": found });
  await screen.getByRole("button", { name: "获取 qwen2.5-1.5b" }).click();
  await expect.element(screen.getByText(/从 Ollama 下载 ≈ 1 GB/u)).toBeVisible();
  await screen.getByRole("button", { name: "获取并启用" }).click();
  expect(client.callsOf("model:local:get")).toEqual([{ name: "qwen2.5-1.5b", via: "ollama" }]);
  const done = { name: "qwen2.5:1.5b", via: "ollama", state: "done", done: 1 } as const;
  client.push("model:local:progress", done);
  const model = { kind: "openai", model: "qwen2.5:1.5b", baseUrl: OLLAMA };
  await vi.waitFor(() => expect(onUse).toHaveBeenCalledExactlyOnceWith(model));
});

test("it can be stopped, and what went wrong is said in the hub's own terms", async () => {
  const { screen, client } = await models();
  const qwen = { name: "qwen3-4b", via: "hub", total: 100 } as const;
  client.push("model:local:progress", { ...qwen, state: "coming", done: 7 });
  await screen.getByRole("button", { name: "停止" }).click();
  expect(client.callsOf("model:local:cancel")).toHaveLength(1);
  const message = { en: "no room", zh: "磁盘空间不足" };
  const error = { code: "IO_ERROR", message, retryable: false, reason: "full" };
  const failed = { ...qwen, state: "failed", done: 7, error } as const;
  client.script({
    "model:local:list": { models: [], hub: "h", installed: true, command: "", getting: failed },
  });
  client.push("model:local:progress", failed);
  await expect.element(screen.getByText("磁盘空间不足")).toBeVisible();
});

test("one that is here can be used or deleted; a mirror can be named", async () => {
  const { screen, client, onUse, onHub } = await models();
  await screen.getByRole("button", { name: "启用", exact: true }).click();
  expect(onUse).toHaveBeenCalledExactlyOnceWith({ kind: "local", model: "my-own" });
  await screen.getByRole("button", { name: "删除 my-own" }).click();
  expect(client.callsOf("model:local:remove")).toEqual([{ name: "my-own" }]);
  await screen.getByText("从哪里下载").click();
  await screen.getByRole("textbox", { name: "模型站" }).fill("https://hf-mirror.com");
  await screen.getByRole("button", { name: "保存" }).click();
  expect(onHub).toHaveBeenCalledExactlyOnceWith("https://hf-mirror.com");
});
