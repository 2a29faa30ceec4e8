import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import type { Data } from "../../channels/generated.ts";
import { scriptedClient } from "../../channels/scripted.ts";
import { createMohen } from "../../mohen.tsx";
import { standing } from "../../parts/standing.tsx";
import { scriptedSettings } from "../scripted_settings.ts";
import { ImportCard } from "./ImportCard.tsx";

type Imported = Data<"memory:import">;

const told = (dryRun: boolean): Imported => ({
  format: "mem0",
  added: 1,
  repeated: 0,
  rules: 0,
  refused: [],
  changes: [],
  renamed: {},
  messages: 0,
  documents: 0,
  troubles: [],
  dryRun,
});

async function card() {
  const client = scriptedClient({
    ...scriptedSettings(),
    "memory:import": ({ dryRun }) => told(dryRun === true),
  });
  const mohen = createMohen({ client, language: "zh", projectId: "雾港来信" });
  const screen = await standing(<ImportCard />, mohen);
  const paths = () => client.callsOf("memory:import").map(({ path, dryRun }) => [path, dryRun]);
  const now = screen.getByRole("button", { name: "导入", exact: true });
  return { client, mohen, screen, paths, now, path: screen.getByRole("textbox") };
}

test("Enter only looks, and on an empty path does nothing", async () => {
  const { path, paths, now } = await card();
  await path.fill("   ");
  await userEvent.keyboard("{Enter}");
  expect(paths()).toEqual([]);
  await path.fill("  /home/我的 笔记.md ");
  await userEvent.keyboard("{Enter}");
  await expect.element(now).toBeVisible();
  expect(paths()).toEqual([["/home/我的 笔记.md", true]]);
});

test("what was foreseen of one file cannot bring in another", async () => {
  const { path, now } = await card();
  await path.fill("/a");
  await userEvent.keyboard("{Enter}");
  await expect.element(now).toBeVisible();
  await path.fill("/b");
  await expect.element(now).not.toBeInTheDocument();
});

test("an answer that comes after the path was changed is of no use any more", async () => {
  const { client, path, now } = await card();
  let answer: (imported: Imported) => void = () => {};
  client.script({
    "memory:import": () =>
      new Promise<Imported>((resolve) => {
        answer = resolve;
      }),
  });
  await path.fill("/a");
  await userEvent.keyboard("{Enter}");
  await path.fill("/b");
  answer(told(true));
  await expect.element(path).toHaveValue("/b");
  await new Promise(requestAnimationFrame);
  await expect.element(now).not.toBeInTheDocument();
});

test("what was foreseen for one project is not brought into another", async () => {
  const { mohen, path, now } = await card();
  await path.fill("/a");
  await userEvent.keyboard("{Enter}");
  await expect.element(now).toBeVisible();
  mohen.place.getState().enter("别的书");
  await expect.element(now).not.toBeInTheDocument();
});

test("once it is in, its button goes, and the focus stays beside it", async () => {
  const { screen, path, now, paths } = await card();
  await path.fill("/a");
  await userEvent.keyboard("{Enter}");
  await now.click();
  await expect.element(screen.getByText(/^已导入 1 条/)).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "会导入什么？" })).toHaveFocus();
  expect(paths()).toEqual([
    ["/a", true],
    ["/a", false],
  ]);
});

const wick = () => new File(["灯塔"], "灯塔.json", { type: "application/json" });
const sent = { name: "灯塔.json", data: "54Gv5aGU" };

test("a file that is dropped is looked at, and comes in itself", async () => {
  const { client, screen, now, path } = await card();
  const files = () => client.callsOf("memory:import").map(({ file, dryRun }) => [file, dryRun]);
  const carried = new DataTransfer();
  carried.items.add(wick());
  const drop = new DragEvent("drop", { dataTransfer: carried, bubbles: true, cancelable: true });
  screen.container.querySelector("form")?.dispatchEvent(drop);
  await expect.element(now).toBeVisible();
  expect(files()).toEqual([[sent, true]]);
  await now.click();
  await expect.element(now).not.toBeInTheDocument();
  await expect.poll(files).toEqual([
    [sent, true],
    [sent, false],
  ]);
  // And a path that is typed afterwards is what is meant
  await path.fill("/a");
  await userEvent.keyboard("{Enter}");
  await expect.element(now).toBeVisible();
  expect(client.callsOf("memory:import").at(-1)).toMatchObject({ path: "/a" });
});

test("whoever does not drag chooses the file with the keyboard", async () => {
  const { client, screen, now } = await card();
  const chooser = screen.getByLabelText("或把文件拖到这里，也可以点这里选择");
  await userEvent.tab();
  await userEvent.tab();
  await expect.element(chooser).toHaveFocus();
  await userEvent.upload(chooser, wick());
  await expect.element(now).toBeVisible();
  expect(client.callsOf("memory:import").map(({ file }) => file)).toEqual([sent]);
});
