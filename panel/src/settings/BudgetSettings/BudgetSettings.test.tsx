import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { standing } from "../../parts/standing.tsx";
import { changing, invalid } from "../scripted_settings.ts";
import { BudgetSettings } from "./BudgetSettings.tsx";

test("nothing at all is a budget: 0 switches it off; less than that is none", async () => {
  const onChange = vi.fn(async () => true);
  const screen = await standing(<BudgetSettings {...changing()} onChange={onChange} />);
  const field = screen.getByRole("textbox", { name: "整合对话" });
  await field.fill("-1");
  await userEvent.keyboard("{Enter}");
  await expect.element(field).toHaveAccessibleDescription("请填整数，0 表示关闭。");
  expect(onChange).not.toHaveBeenCalled();
  await field.fill("0");
  await userEvent.keyboard("{Enter}");
  expect(onChange).toHaveBeenCalledExactlyOnceWith({ consolidationTokensPerDay: 0 });
});

test("two that were refused are told once", async () => {
  const refused = {
    distillationTokensPerDay: invalid("distillationTokensPerDay", "too many"),
    consolidationTokensPerDay: invalid("consolidationTokensPerDay", "too many as well"),
  };
  const screen = await standing(<BudgetSettings {...changing({}, { refused })} />);
  expect(screen.getByRole("alert").elements()).toHaveLength(1);
});
