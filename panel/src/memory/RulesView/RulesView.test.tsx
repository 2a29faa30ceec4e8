import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { Failure } from "../../channels/client.ts";
import { createMohen } from "../../mohen.tsx";
import { standing } from "../../parts/standing.tsx";
import { createHealth } from "../../state/health.ts";
import { createRules } from "../../state/rules.ts";
import { EVERYTHING } from "../filter_rules.ts";
import { settled } from "../memory_story.tsx";
import { PROJECT, sampleRules } from "../sample_rules.ts";
import { scriptedMemory } from "../scripted_memory.ts";
import { RulesView } from "./RulesView.tsx";

const broken = (code: string) => new Failure({ code, message: "no", retryable: true });
const acts = () => ({
  onFilter: vi.fn(),
  onAdd: vi.fn(),
  onDelete: vi.fn(),
  onDeleteAll: vi.fn(),
  onWhy: vi.fn(),
  onShow: vi.fn(),
});

async function open(refused?: Failure) {
  const { client } = scriptedMemory(
    { rules: sampleRules(Date.now()) },
    refused && { "memory:semantic:list": refused },
  );
  const mohen = createMohen({ client, projectId: PROJECT, language: "zh" });
  const screen = await standing(<RulesView filter={EVERYTHING} {...acts()} />, mohen);
  return { client, mohen, screen };
}

test("what was there stays in sight when it cannot be read again, with the reason beside it", async () => {
  const { client, mohen, screen } = await open();
  await expect.element(screen.getByText("动作场景偏好短句")).toBeVisible();
  client.script({ "memory:semantic:list": broken("TIMEOUT") });
  await mohen.store(createRules).getState().reload();
  await expect.element(screen.getByText("超时了")).toBeVisible();
  await expect.element(screen.getByText("动作场景偏好短句")).toBeVisible();
});

test("the other scope's rules are one look away, and only they are shown then", async () => {
  const { mohen, screen } = await open();
  await expect.element(screen.getByText("动作场景偏好短句")).toBeVisible();
  mohen.place.getState().look("global");
  await expect.element(screen.getByText("所有角色对白不使用感叹号")).toBeVisible();
  await expect.element(screen.getByText("动作场景偏好短句")).not.toBeInTheDocument();
});

test("one asks again by keys", async () => {
  const { client, screen } = await open(broken("TIMEOUT"));
  await expect.element(screen.getByRole("button", { name: "重试" })).toBeVisible();
  const before = client.callsOf("memory:semantic:list").length;
  (screen.getByRole("button", { name: "重试" }).element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => client.callsOf("memory:semantic:list").length).toBeGreaterThan(before);
});

test("out of reach is told above, not here; back again, the rules come by themselves", async () => {
  const { client, mohen, screen } = await open(broken("UNREACHABLE"));
  client.setLink("lost");
  await mohen.store(createRules).getState().reload();
  await settled();
  expect(screen.getByRole("alert").elements()).toHaveLength(0);
  const { client: whole } = scriptedMemory({ rules: sampleRules(Date.now()) });
  client.script({
    "memory:semantic:list": async (asked) => (await whole.call("memory:semantic:list", asked)).data,
  });
  client.setLink("live");
  await mohen.store(createHealth).getState().reload();
  await expect.element(screen.getByText("动作场景偏好短句")).toBeVisible();
});
