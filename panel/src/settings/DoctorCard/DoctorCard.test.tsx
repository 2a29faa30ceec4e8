import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { never, scriptedClient } from "../../channels/scripted.ts";
import { createMohen } from "../../mohen.tsx";
import { standing } from "../../parts/standing.tsx";
import { scriptedSettings } from "../scripted_settings.ts";
import { DoctorCard, Findings } from "./DoctorCard.tsx";

test("what nobody has words for is called as it is; what is well needs no cure", async () => {
  const screen = await standing(
    <Findings
      doctor={{
        healthy: true,
        mended: [],
        checks: [
          { name: "constructor", finding: "ok", message: { en: "fine", zh: "<b>完好</b>" } },
          { name: "full-text index", finding: "ok", message: { en: "fine", zh: "完好" } },
        ],
      }}
    />,
  );
  const checks = screen.getByRole("listitem");
  await expect.element(checks.nth(0)).toHaveTextContent(/^正常constructor <b>完好<\/b>$/);
  await expect.element(checks.nth(1)).toHaveTextContent(/^正常全文索引 完好$/);
  await expect.element(screen.getByText("已修复：")).not.toBeInTheDocument();
});

test("pressed again while it looks, it does not look twice", async () => {
  const client = scriptedClient({ ...scriptedSettings(), "memory:doctor": never });
  const screen = await standing(<DoctorCard />, createMohen({ client, language: "zh" }));
  await screen.getByRole("button", { name: "检查" }).click();
  await userEvent.keyboard("{Enter} ");
  expect(client.callsOf("memory:doctor")).toEqual([{ mend: false }]);
});

test("the button that mends goes when all is well, and the focus stays beside it", async () => {
  const client = scriptedClient(scriptedSettings());
  const screen = await standing(<DoctorCard />, createMohen({ client, language: "zh" }));
  await screen.getByRole("button", { name: "检查" }).click();
  await screen.getByRole("button", { name: "修复可以修复的" }).click();
  await expect.element(screen.getByText("一切正常。")).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "检查" })).toHaveFocus();
});
