import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import type { EmbedderShape } from "../../channels/generated.ts";
import { standing } from "../../parts/standing.tsx";
import { changing } from "../scripted_settings.ts";
import { EmbedderForm } from "./EmbedderForm.tsx";
import { EmbedderSettings } from "./EmbedderSettings.tsx";

test("Esc in the question changes nothing, and what was chosen is still chosen", async () => {
  const onChange = vi.fn(async () => true);
  const screen = await standing(<EmbedderSettings {...changing()} onChange={onChange} />);
  const kind = screen.getByRole("combobox", { name: "嵌入器" });
  await userEvent.selectOptions(kind, "use");
  await screen.getByRole("button", { name: "应用" }).click();
  await expect.element(screen.getByRole("dialog")).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(screen.getByRole("button", { name: "应用" })).toHaveFocus();
  await expect.element(kind).toHaveValue("use");
  expect(onChange).not.toHaveBeenCalled();
});

test("where it will be told how the rebuilding went is there before, and silent", async () => {
  const screen = await standing(<EmbedderSettings {...changing()} />);
  await expect.element(screen.getByRole("status")).toBeEmptyDOMElement();
});

async function form(embedder: EmbedderShape, busy = false) {
  const onSave = vi.fn();
  const screen = await standing(<EmbedderForm embedder={embedder} busy={busy} onSave={onSave} />);
  return { screen, onSave };
}

test("dimensions that are no number are not sent; an empty field is none", async () => {
  const { screen, onSave } = await form({ kind: "openai", model: "bge-m3", dims: 1024 });
  const dims = screen.getByRole("textbox", { name: "维数" });
  await dims.fill("many");
  await userEvent.keyboard("{Enter}");
  await expect.element(dims).toHaveAccessibleDescription("请填整数，或留空。");
  expect(onSave).not.toHaveBeenCalled();
  await dims.fill("");
  await userEvent.keyboard("{Enter}");
  expect(onSave).toHaveBeenCalledExactlyOnceWith({ kind: "openai", model: "bge-m3" });
});

test("while it is being saved, Enter does not send it again", async () => {
  const { screen, onSave } = await form({ kind: "openai", model: "bge-m3" }, true);
  await screen.getByRole("textbox", { name: "维数" }).click();
  await userEvent.keyboard("{Enter}");
  expect(onSave).not.toHaveBeenCalled();
});

test("what was written for one kind is not sent with another", async () => {
  const { screen, onSave } = await form({ kind: "onnx", model: "/models/bge" });
  await userEvent.selectOptions(screen.getByRole("combobox"), "builtin");
  await screen.getByRole("button", { name: "应用" }).click();
  expect(onSave).toHaveBeenCalledExactlyOnceWith({ kind: "builtin" });
});
