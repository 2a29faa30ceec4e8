import { expect, test } from "vitest";
import { scriptedClient } from "../../channels/scripted.ts";
import { createMohen } from "../../mohen.tsx";
import { standing } from "../../parts/standing.tsx";
import { scriptedSettings } from "../scripted_settings.ts";
import { Install } from "./Install.tsx";

test("what is installed needs no command", async () => {
  const mohen = createMohen({ client: scriptedClient(scriptedSettings()), language: "zh" });
  const screen = await standing(
    <>
      <Install extra="exact" />
      <Install extra="onnx" />
    </>,
    mohen,
  );
  await expect.element(screen.getByText(/onnxruntime/)).toBeVisible();
  await expect.element(screen.getByText(/bpe-openai/)).not.toBeInTheDocument();
});
