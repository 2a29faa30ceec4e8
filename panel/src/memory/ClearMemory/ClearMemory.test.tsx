import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { createMohen, MohenProvider } from "../../mohen.tsx";
import { PROJECT, sampleRules } from "../sample_rules.ts";
import { scriptedMemory } from "../scripted_memory.ts";
import { ClearMemory } from "./ClearMemory.tsx";

async function open() {
  const memory = scriptedMemory({ rules: sampleRules(Date.now()), episodes: 3 });
  const mohen = createMohen({ client: memory.client, projectId: PROJECT, language: "zh" });
  const onClose = vi.fn();
  await render(
    <MohenProvider mohen={mohen}>
      <ClearMemory open onClose={onClose} />
    </MohenProvider>,
  );
  return { memory, onClose };
}

test("the whole way with the keyboard: the name, then Enter", async () => {
  const { memory, onClose } = await open();
  await page.getByLabelText("输入「实验小说」以确认").click();
  await userEvent.keyboard(`${PROJECT}{Enter}`);
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(memory.rule("rule_short")).toBeUndefined();
  expect(memory.rule("rule_exclaim")).toBeDefined();
});

test("Enter on half a name clears nothing", async () => {
  const { memory, onClose } = await open();
  await page.getByLabelText("输入「实验小说」以确认").click();
  await userEvent.keyboard("实验{Enter}");
  await expect.element(page.getByRole("button", { name: "永久清除" })).toBeDisabled();
  expect(memory.client.callsOf("memory:clear:project")).toEqual([{ projectId: PROJECT }]);
  expect(onClose).not.toHaveBeenCalled();
});

test("a name typed for one extent is not worth anything for the other", async () => {
  await open();
  await page.getByLabelText("输入「实验小说」以确认").fill(PROJECT);
  await page.getByRole("radio", { name: "全部" }).click();
  await expect.element(page.getByLabelText("输入「清除全部」以确认")).toHaveValue("");
  await page.getByRole("radio", { name: "本项目" }).click();
  await expect.element(page.getByLabelText("输入「实验小说」以确认")).toHaveValue("");
});
