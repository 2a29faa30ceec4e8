import { expect, test } from "vitest";
import { Failure } from "../../channels/client.ts";
import { type Script, scriptedClient } from "../../channels/scripted.ts";
import { createMohen } from "../../mohen.tsx";
import { standing } from "../../parts/standing.tsx";
import { FOUND, scriptedSettings } from "../../settings/scripted_settings.ts";
import { LocalModel } from "./LocalModel.tsx";

async function offered(more: Script = {}) {
  const client = scriptedClient(scriptedSettings({}, more));
  const screen = await standing(<LocalModel />, createMohen({ client, language: "zh" }));
  return { screen, client };
}

test("a model that runs here is tried, and chosen with the window that its server tells", async () => {
  const { screen, client } = await offered();
  await screen.getByRole("button", { name: "用 qwen3:8b 写作" }).click();
  await expect.element(screen.getByRole("button")).not.toBeInTheDocument();
  const baseUrl = "http://127.0.0.1:11434/v1";
  const model = { kind: "openai", model: "qwen3:8b", baseUrl, window: 32_768 };
  expect(client.callsOf("memory:settings:update")).toEqual([{ model }]);
});

test("one that does not work is not chosen, and says why", async () => {
  const details = { reason: "no-such-model" };
  const parts = { code: "MODEL_NOT_READY", message: "no model", retryable: false, details };
  const { screen, client } = await offered({ "model:server:try": new Failure(parts) });
  await screen.getByRole("button", { name: "用 qwen3:8b 写作" }).click();
  await expect.element(screen.getByText("没有这个模型")).toBeVisible();
  expect(client.callsOf("memory:settings:update")).toEqual([]);
});

test("what only reads is not offered for writing", async () => {
  const [server] = FOUND.servers;
  const models = [{ name: "nomic-embed-text" }];
  const { screen, client } = await offered({
    "model:server:find": { servers: server ? [{ ...server, models }] : [] },
  });
  await expect.poll(() => client.callsOf("model:server:find")).toHaveLength(1);
  await expect.element(screen.getByRole("button")).not.toBeInTheDocument();
});
