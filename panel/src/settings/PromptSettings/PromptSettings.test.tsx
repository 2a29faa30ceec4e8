import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { standing } from "../../parts/standing.tsx";
import { changing } from "../scripted_settings.ts";
import { PromptSettings } from "./PromptSettings.tsx";

test("a choice is one change of one setting, and what is shown is what is kept", async () => {
  const onChange = vi.fn(async () => false);
  const screen = await standing(<PromptSettings {...changing()} onChange={onChange} />);
  const tokens = screen.getByRole("combobox", { name: "词元计数方式" });
  await userEvent.selectOptions(tokens, "o200k_base");
  expect(onChange).toHaveBeenCalledExactlyOnceWith({ tokenizer: "o200k_base" });
  await expect.element(tokens).toHaveValue("estimate");
});
