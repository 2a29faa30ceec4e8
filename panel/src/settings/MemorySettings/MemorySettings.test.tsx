import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { standing } from "../../parts/standing.tsx";
import { changing } from "../scripted_settings.ts";
import { MemorySettings } from "./MemorySettings.tsx";

test("a switch is set with the space bar, once, and keeps the focus", async () => {
  const onChange = vi.fn(async () => true);
  const screen = await standing(<MemorySettings {...changing()} onChange={onChange} />);
  await userEvent.tab();
  await userEvent.keyboard(" ");
  expect(onChange).toHaveBeenCalledExactlyOnceWith({ injectionEnabled: false });
  await expect.element(screen.getByRole("switch", { name: "把学到的内容交给 AI" })).toHaveFocus();
});

test("it shows what is set, not what was pressed: a refusal leaves no trace in it", async () => {
  const onChange = vi.fn(async () => false);
  const screen = await standing(<MemorySettings {...changing()} onChange={onChange} />);
  const learning = screen.getByRole("switch", { name: "从你的写作中学习" });
  await learning.click();
  expect(onChange).toHaveBeenCalledOnce();
  await expect.element(learning).toBeChecked();
});
