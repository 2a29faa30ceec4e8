import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import type { ModelShape } from "../../channels/generated.ts";
import { never, scriptedClient } from "../../channels/scripted.ts";
import { RUN } from "../../desk/sample_context.ts";
import { createMohen, MohenProvider } from "../../mohen.tsx";
import { standing } from "../../parts/standing.tsx";
import { changing, scriptedSettings } from "../scripted_settings.ts";
import { ModelForm } from "./ModelForm.tsx";
import { ModelSettings } from "./ModelSettings.tsx";

const server: ModelShape = { kind: "openai", model: "qwen3:8b" };

async function form(model: ModelShape, taken = true) {
  const onSave = vi.fn(async () => taken);
  const screen = await standing(<ModelForm model={model} busy={false} onSave={onSave} />);
  return { screen, onSave, kind: screen.getByRole("combobox", { name: "由谁来写" }) };
}

test("a server half written down is dropped by choosing another kind, and nothing is sent", async () => {
  const { screen, onSave, kind } = await form({ kind: "none" });
  await userEvent.selectOptions(kind, "openai");
  await screen.getByRole("textbox", { name: "模型名称" }).fill("qwen3:8b");
  await userEvent.selectOptions(kind, "none");
  await expect.element(screen.getByRole("textbox")).not.toBeInTheDocument();
  expect(onSave).not.toHaveBeenCalled();
});

test("Enter in a field saves; a window that is too small is not sent", async () => {
  const { screen, onSave } = await form(server);
  const size = screen.getByRole("textbox", { name: "窗口大小（词元）" });
  await size.fill("8,191");
  await userEvent.keyboard("{Enter}");
  expect(onSave).not.toHaveBeenCalled();
  await size.fill("8,192");
  await userEvent.keyboard("{Enter}");
  expect(onSave).toHaveBeenCalledExactlyOnceWith({ ...server, window: 8_192 });
});

test("what was refused stays as it was written; discarding it gives the focus to the form", async () => {
  const { screen, kind } = await form(server, false);
  const name = screen.getByRole("textbox", { name: "模型名称" });
  await name.fill("nobody");
  await screen.getByRole("button", { name: "保存" }).click();
  await expect.element(name).toHaveValue("nobody");
  await screen.getByRole("button", { name: "放弃修改" }).click();
  await expect.element(name).toHaveValue("qwen3:8b");
  await expect.element(kind).toHaveFocus();
});

test("a trial is of one model: it is forgotten when another is set, also one still under way", async () => {
  const client = scriptedClient({ ...scriptedSettings(), "ai:skill:run": RUN });
  const mohen = createMohen({ client, language: "zh" });
  const screen = await standing(<ModelSettings {...changing({ model: server })} />, mohen);
  await screen.getByRole("button", { name: "试一试" }).click();
  await expect.element(screen.getByText("qwen3:8b 的回答：")).toBeVisible();
  client.script({ "ai:skill:run": never });
  await screen.getByRole("button", { name: "试一试" }).click();
  await screen.rerender(
    <MohenProvider mohen={mohen}>
      <ModelSettings {...changing({ model: { ...server, model: "other" } })} />
    </MohenProvider>,
  );
  await expect.element(screen.getByRole("button", { name: "试一试" })).toBeVisible();
  await expect.element(screen.getByText("qwen3:8b 的回答：")).not.toBeInTheDocument();
});
