import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { scriptedClient } from "../../channels/scripted.ts";
import { createMohen, MohenProvider } from "../../mohen.tsx";
import type { Saved } from "../../state/rules.ts";
import { sampleRule } from "../sample_rules.ts";
import { RuleEditor } from "./RuleEditor.tsx";

const rule = sampleRule({ id: "rule_1", rule: "动作场景偏好短句", ruleEn: "Short in action" });

async function edit(language: "zh" | "en" = "zh") {
  const onSave = vi.fn(async (): Promise<Saved> => ({ kind: "saved", rule }));
  const onLeave = vi.fn();
  const mohen = createMohen({ client: scriptedClient(), language });
  const screen = await render(
    <MohenProvider mohen={mohen}>
      <RuleEditor rule={rule} onSave={onSave} onLeave={onLeave} />
    </MohenProvider>,
  );
  return { onSave, onLeave, field: screen.getByRole("textbox") };
}

test("Esc leaves the rule as it was", async () => {
  const { onSave, onLeave, field } = await edit();
  await userEvent.fill(field, "别的");
  await userEvent.keyboard("{Escape}");
  expect(onLeave).toHaveBeenCalledOnce();
  expect(onSave).not.toHaveBeenCalled();
});

test("saving what did not change only leaves", async () => {
  const { onSave, onLeave } = await edit();
  await userEvent.keyboard("{Enter}");
  expect(onLeave).toHaveBeenCalledOnce();
  expect(onSave).not.toHaveBeenCalled();
});

test("it begins with the words one reads, in one's own language", async () => {
  const { field } = await edit("en");
  await expect.element(field).toHaveValue("Short in action");
});

test("the Enter that ends a composition saves nothing", async () => {
  const { onSave, onLeave, field } = await edit();
  await userEvent.fill(field, "duanju");
  const enter = { key: "Enter", bubbles: true, cancelable: true, isComposing: true };
  field.element().dispatchEvent(new KeyboardEvent("keydown", enter));
  expect(onSave).not.toHaveBeenCalled();
  expect(onLeave).not.toHaveBeenCalled();
});

test("two Enters in a row save once", async () => {
  const { onSave, field } = await edit();
  let done: (saved: Saved) => void = () => {};
  onSave.mockImplementation(
    () =>
      new Promise<Saved>((resolve) => {
        done = resolve;
      }),
  );
  await userEvent.fill(field, "短句");
  await userEvent.keyboard("{Enter}{Enter}");
  expect(onSave).toHaveBeenCalledOnce();
  done({ kind: "saved", rule });
});
