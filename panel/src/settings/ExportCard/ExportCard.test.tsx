import { afterEach, expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { never, type Script, scriptedClient } from "../../channels/scripted.ts";
import { createMohen } from "../../mohen.tsx";
import { standing } from "../../parts/standing.tsx";
import { ExportCard } from "./ExportCard.tsx";

afterEach(() => vi.restoreAllMocks());

async function card(exported: NonNullable<Script["memory:export"]>, projectId?: string) {
  const client = scriptedClient({ "memory:export": exported });
  // A real download would leave a file behind.
  const taken: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    taken.push(this.download);
  });
  const mohen = createMohen({ client, language: "zh", ...(projectId && { projectId }) });
  const screen = await standing(<ExportCard />, mohen);
  return { client, taken, screen, go: screen.getByRole("button", { name: "导出" }) };
}

test("a single file is handed over at once, under a name without folders", async () => {
  const { taken, screen, go } = await card({ files: [{ path: "memory/all.json", text: "" }] });
  const told = screen.getByRole("status");
  await expect.element(told).toBeEmptyDOMElement(); // there before it has something to say
  await go.click();
  await expect.element(told).toHaveTextContent("已导出 1 个文件。");
  expect(taken).toEqual(["memory-all.json"]);
});

test("of several none is forced on the author; each is one press away", async () => {
  const files = [
    { path: "a.md", text: "雾" },
    { path: "b.md", text: "" },
  ];
  const { taken, screen, go } = await card({ files });
  await go.click();
  const second = screen.getByRole("button", { name: /b\.md · 0/ });
  await expect.element(second).toBeVisible();
  expect(taken).toEqual([]);
  await second.click();
  expect(taken).toEqual(["b.md"]);
});

test("without a project only what is global can be taken", async () => {
  const { client, screen, go } = await card(never);
  await expect
    .element(screen.getByRole("combobox", { name: "导出谁的记忆" }))
    .toHaveTextContent(/^全局记忆$/);
  await go.click();
  await userEvent.keyboard("{Enter}");
  expect(client.callsOf("memory:export")).toEqual([{ format: "json" }]);
});

test("what is to be read has no interactions in it, so they are not offered", async () => {
  const { screen } = await card(never, "雾港来信");
  await expect.element(screen.getByRole("switch")).toBeVisible();
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "格式" }), "markdown");
  await expect.element(screen.getByRole("switch")).not.toBeInTheDocument();
});
