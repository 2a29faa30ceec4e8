import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { MohenProvider } from "../../mohen.tsx";
import { standing } from "../../parts/standing.tsx";
import type { Saved } from "../../state/rules.ts";
import { sampleRule } from "../sample_rules.ts";
import { AddRule, type AddRuleProps } from "./AddRule.tsx";

const saved: Saved = { kind: "saved", rule: sampleRule({ id: "rule_1", rule: "少用副词" }) };

async function open(answer: Promise<Saved> = Promise.resolve(saved)) {
  const onAdd = vi.fn<AddRuleProps["onAdd"]>(() => answer);
  const onClose = vi.fn();
  const props = { scope: "project", hasProject: true, onAdd, onClose } as const;
  const screen = await standing(<AddRule open {...props} />);
  const field = screen.getByRole("textbox", { name: "规则" });
  await expect.element(field).toHaveFocus();
  const show = (isOpen: boolean) =>
    screen.rerender(
      <MohenProvider mohen={screen.mohen}>
        <AddRule open={isOpen} {...props} />
      </MohenProvider>,
    );
  return { screen, field, onAdd, onClose, show };
}

test("two Enters in a row add once", async () => {
  const { field, onAdd } = await open(new Promise(() => {}));
  await userEvent.fill(field, "少用副词");
  await userEvent.keyboard("{Enter}{Enter}");
  expect(onAdd).toHaveBeenCalledOnce();
});

test("the Enter that ends a composition adds nothing, and one with Shift is a new line", async () => {
  const { field, onAdd } = await open();
  await userEvent.fill(field, "shaoyong");
  const enter = { key: "Enter", bubbles: true, cancelable: true, isComposing: true };
  field.element().dispatchEvent(new KeyboardEvent("keydown", enter));
  await userEvent.keyboard("{Shift>}{Enter}{/Shift}x");
  await expect.element(field).toHaveValue("shaoyong\nx");
  expect(onAdd).not.toHaveBeenCalled();
});

test("a refusal of nothing goes as soon as something is typed", async () => {
  const { field, screen } = await open();
  await userEvent.keyboard("{Enter}");
  await expect.element(field).toBeInvalid();
  await userEvent.keyboard("短");
  await expect.element(field).toBeValid();
  await expect.element(screen.getByRole("button", { name: "查看" })).not.toBeInTheDocument();
});

test("what was typed and left does not wait for the next one", async () => {
  const { field, onClose, show } = await open();
  await userEvent.fill(field, "半句");
  await userEvent.keyboard("{Escape}");
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  await show(false);
  await show(true);
  await expect.element(field).toHaveValue("");
});
