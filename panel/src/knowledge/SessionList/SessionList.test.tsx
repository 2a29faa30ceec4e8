import { expect, test, vi } from "vitest";
import { standing } from "../../parts/standing.tsx";
import { sampleTalk, sessionsOf } from "../sample_talk.ts";
import { SessionList } from "./SessionList.tsx";

test("by month, the last one first, with who spoke; each is opened and forgotten", async () => {
  const items = sessionsOf(sampleTalk());
  const onOpen = vi.fn();
  const onForget = vi.fn();
  const screen = await standing(<SessionList {...{ items, onOpen, onForget }} />);
  const months = screen.getByRole("heading").elements();
  expect(months.map((each) => each.textContent)).toEqual(["2026年3月", "2026年2月"]);
  await screen.getByRole("button", { name: /harbour chapter.*3 条消息 · Anna · Ink/ }).click();
  expect(onOpen.mock.calls).toEqual([[items[0]]]);
  await screen.getByRole("button", { name: /^「早。.*的操作/ }).click();
  await screen.getByRole("menuitem", { name: "遗忘这次对话" }).click();
  expect(onForget.mock.calls).toEqual([[items[1]]]);
});
