import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { standing } from "../../parts/standing.tsx";
import { changing } from "../scripted_settings.ts";
import { listed } from "./Names.tsx";
import { PrivacySettings } from "./PrivacySettings.tsx";

async function set(names: string[] = [], taken = true) {
  const onChange = vi.fn(async () => taken);
  const screen = await standing(
    <PrivacySettings {...changing({ redactNames: names })} onChange={onChange} />,
  );
  return { screen, onChange, names: screen.getByRole("textbox", { name: "不保存的名字" }) };
}

test("Esc in the question leaves the mode off, and one is back at its switch", async () => {
  const { screen, onChange } = await set();
  const mode = screen.getByRole("switch", { name: "隐私模式" });
  (mode.element() as HTMLElement).focus();
  await userEvent.keyboard(" ");
  await expect.element(screen.getByRole("dialog")).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(screen.getByRole("dialog")).not.toBeInTheDocument();
  await expect.element(mode).toHaveFocus();
  expect(onChange).not.toHaveBeenCalled();
});

test("all names taken out are saved as none", async () => {
  const { screen, onChange, names } = await set(["林墨"]);
  await names.fill(" \n， ");
  await screen.getByRole("button", { name: "保存名字" }).click();
  expect(onChange).toHaveBeenCalledExactlyOnceWith({ redactNames: [] });
});

test("names that were refused stay as they were written", async () => {
  const { screen, names } = await set([], false);
  await names.fill("林墨\n<b>青河</b>");
  const save = screen.getByRole("button", { name: "保存名字" });
  await save.click();
  await expect.element(names).toHaveValue("林墨\n<b>青河</b>");
  await expect.element(save).toBeVisible();
});

test("discarding brings back what is kept, and the focus to the field", async () => {
  const { screen, onChange, names } = await set(["林墨"]);
  await names.fill("沈砚");
  await screen.getByRole("button", { name: "放弃修改" }).click();
  await expect.element(names).toHaveValue("林墨");
  await expect.element(names).toHaveFocus();
  expect(onChange).not.toHaveBeenCalled();
});

test.each([
  ["林墨、青河镇；林墨", ["林墨", "青河镇"]],
  ["O'Brien, Ana María\r\n", ["O'Brien", "Ana María"]],
  [" \n,;", []],
])("%j names %j", (text, names) => expect(listed(text)).toEqual(names));
