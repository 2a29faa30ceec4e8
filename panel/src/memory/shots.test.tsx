import { test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { createMohen, MohenProvider } from "../mohen.tsx";
import { Toasts } from "../parts/Toasts/Toasts.tsx";
import { MemoryPanel } from "./MemoryPanel/MemoryPanel.tsx";
import { contradiction, PROJECT, sampleRules } from "./sample_rules.ts";
import { scriptedMemory } from "./scripted_memory.ts";

const now = Date.now();
const lived = {
  rules: sampleRules(now),
  episodes: 128,
  pending: 12,
  lastDistilledAt: now - 5 * 3600000,
};
async function shot(
  name: string,
  given: object,
  how: { language?: "zh" | "en"; theme?: "light" | "dark"; width?: number; height?: number },
  act?: () => Promise<void>,
) {
  await page.viewport(how.width ?? 760, how.height ?? 1100);
  const memory = scriptedMemory(given);
  const mohen = createMohen({
    client: memory.client,
    projectId: PROJECT,
    language: how.language ?? "zh",
    theme: how.theme ?? "light",
  });
  document.body.style.margin = "0";
  const screen = await render(
    <MohenProvider mohen={mohen}>
      <MemoryPanel onLoadSample={() => {}} />
      <Toasts />
    </MohenProvider>,
  );
  await new Promise((d) => setTimeout(d, 200));
  await act?.();
  await new Promise((d) => setTimeout(d, 200));
  await page.screenshot({ path: `./__p2shots__/${name}.png` });
  screen.unmount();
}
test("shots", { timeout: 60000 }, async () => {
  await shot("default-zh", lived, {});
  await shot("default-en-dark", { ...lived, paused: "project" }, { language: "en", theme: "dark" });
  await shot("narrow", lived, { width: 320, height: 900 });
  await shot(
    "narrow-en",
    { ...lived, paused: "everywhere" },
    { width: 340, height: 900, language: "en" },
  );
  await shot("empty", {}, { width: 420, height: 700 });
  await shot(
    "conflict",
    {
      ...lived,
      rules: [...contradiction(now), ...sampleRules(now)],
      conflicts: [["rule_brief", "rule_long"]],
    },
    { width: 420, height: 1000 },
  );
  await shot("add", lived, { width: 420, height: 800 }, async () => {
    await userEvent.click(page.getByRole("button", { name: "手动添加规则" }).first());
  });
  await shot("delete", lived, { width: 420, height: 800 }, async () => {
    await userEvent.click(page.getByRole("button", { name: "删除" }).first());
  });
  await shot("deleted-dark", lived, { width: 420, height: 800, theme: "dark" }, async () => {
    await userEvent.click(page.getByRole("button", { name: "删除" }).first());
    await new Promise((d) => setTimeout(d, 200));
    await userEvent.click(page.getByRole("dialog").getByRole("button", { name: "删除" }));
  });
  await shot("edit", lived, { width: 420, height: 800 }, async () => {
    await userEvent.click(page.getByRole("button", { name: "修改" }).first());
  });
  await shot("menu", lived, { width: 420, height: 800 }, async () => {
    await userEvent.click(page.getByRole("button", { name: "更多操作" }).first());
  });
});
