import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { scriptedClient } from "../../channels/scripted.ts";
import { createMohen, MohenProvider } from "../../mohen.tsx";
import { standing } from "../../parts/standing.tsx";
import { scriptedSettings } from "../../settings/scripted_settings.ts";
import { INSPECTED, REQUEST, RUN } from "../sample_context.ts";
import { PROJECT } from "../sample_desk.ts";
import { ContextInspector } from "./ContextInspector.tsx";

async function inspector(foresight: boolean) {
  const client = scriptedClient({
    ...scriptedSettings({ contextInspectionEnabled: true }),
    "context:inspect": INSPECTED,
  });
  const mohen = createMohen({ client, language: "zh", projectId: PROJECT });
  const shown = (request = REQUEST) => (
    <ContextInspector {...(!foresight && { context: RUN })} request={request} />
  );
  const screen = await standing(shown(), mohen);
  const show = (request: typeof REQUEST) =>
    screen.rerender(<MohenProvider mohen={mohen}>{shown(request)}</MohenProvider>);
  return { client, screen, show };
}

test("a request made anew that says the same is not asked again; another one is", async () => {
  const { client, screen, show } = await inspector(true);
  await expect.element(screen.getByText("将交给 AI 的内容")).toBeVisible();
  await show(structuredClone(REQUEST));
  await expect.element(screen.getByText("将交给 AI 的内容")).toBeVisible();
  expect(client.callsOf("context:inspect")).toHaveLength(1);
  await show({ ...REQUEST, instruction: "更冷一些" });
  await expect.poll(() => client.callsOf("context:inspect").length).toBe(2);
});

test("the whole text of one request does not stay under another", async () => {
  const { screen, show } = await inspector(false);
  await screen.getByRole("button", { name: "查看全文" }).click();
  await expect.element(screen.getByText("与发出的提示词逐字节相同。")).toBeVisible();
  await show({ ...REQUEST, instruction: "更冷一些" });
  await expect.element(screen.getByText("与发出的提示词逐字节相同。")).not.toBeInTheDocument();
  await expect.element(screen.getByRole("button", { name: "查看全文" })).toBeVisible();
});

test("a layer's text opens by keyboard and is reached by it", async () => {
  const { screen } = await inspector(false);
  await screen.getByRole("button", { name: "查看全文" }).click();
  const whole = () => screen.container.querySelector<HTMLElement>("[data-whole] summary");
  await expect.poll(whole).not.toBeNull();
  whole()?.focus();
  await userEvent.keyboard("{Enter}");
  await userEvent.tab();
  expect(document.activeElement?.tagName).toBe("SECTION");
  expect(document.activeElement?.getAttribute("aria-label")).not.toBe("");
});
