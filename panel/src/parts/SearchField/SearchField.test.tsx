import { useState } from "react";
import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { standing } from "../standing.tsx";
import { SearchField } from "./SearchField.tsx";

function Asked({ hear }: { hear(text: string): void }) {
  const [value, setValue] = useState("");
  return (
    <SearchField
      label="search"
      value={value}
      onChange={(text) => {
        setValue(text);
        hear(text);
      }}
    />
  );
}

/** React takes a value for new only if it was set behind its back. */
function type(input: HTMLInputElement, text: string) {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, text);
  input.dispatchEvent(new InputEvent("input", { bubbles: true }));
}

test("half a pinyin is not searched for, and is not lost from the field", async () => {
  const hear = vi.fn();
  const screen = await standing(<Asked hear={hear} />);
  const input = screen.getByRole("searchbox").element() as HTMLInputElement;
  input.focus();
  input.dispatchEvent(new CompositionEvent("compositionstart", { bubbles: true }));
  await expect.poll(() => screen.container.querySelector("input")).toBe(input);
  type(input, "duan");
  await expect.element(screen.getByRole("searchbox")).toHaveValue("duan");
  expect(hear).not.toHaveBeenCalled();
  type(input, "短");
  input.dispatchEvent(new CompositionEvent("compositionend", { bubbles: true, data: "短" }));
  await expect.poll(() => hear.mock.calls).toEqual([["短"]]);
  await expect.element(screen.getByRole("searchbox")).toHaveValue("短");
});

test("the first Esc clears it and nothing else; the next one is somebody else's", async () => {
  const outside = vi.fn();
  const hear = vi.fn();
  const screen = await standing(
    // biome-ignore lint/a11y/noStaticElementInteractions: stands for whatever the field stands in
    <div onKeyDown={outside}>
      <Asked hear={hear} />
    </div>,
  );
  await userEvent.type(screen.getByRole("searchbox"), "x");
  outside.mockClear();
  await userEvent.keyboard("{Escape}");
  expect(hear).toHaveBeenLastCalledWith("");
  expect(outside).not.toHaveBeenCalled();
  await userEvent.keyboard("{Escape}");
  expect(outside).toHaveBeenCalledOnce();
});
