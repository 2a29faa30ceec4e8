// What was said to an assistant, in both languages, for stories and tests.

import type { Session } from "../channels/generated.ts";
import type { Message } from "../state/talk_asked.ts";
import { DAY, NOW } from "./sample_knowledge.ts";

const MINUTE = 60_000;

function spoken(
  session: string,
  begin: number,
  lines: readonly [Message["role"], string, string?][],
): Message[] {
  return lines.map(([role, text, speaker], n) => ({
    session,
    place: n + 1,
    role,
    text,
    at: begin + n * MINUTE,
    ...(speaker && { speaker }),
  }));
}

export const LONG_ANSWER = [
  "It depends on how cold you want it. Three ways to end the harbour chapter:",
  ...["He leaves before the boat does.", "She keeps the letter.", "Nobody comes at all."].map(
    (end, n) =>
      `${n + 1}. ${end} ${"The rain goes on, and the lamp is lit for no one. ".repeat(3)}`,
  ),
  "I would take the third: the reader has been waiting for somebody since the first page.",
].join("\n");

export function sampleTalk(): Message[] {
  return [
    ...spoken("s1", NOW - 9 * DAY, [
      ["user", "早。这周要把第二卷的提纲写完。", "林晚"],
      ["assistant", "好的。上次我们停在旧码头的那场雨。"],
      ["user", "对了，我对花生过敏，聚餐的点心帮我留意一下。", "林晚"],
      ["user", "还有，我搬到了上海，新家离江边很近。", "林晚"],
      ["assistant", "记下了。江边的声音也许可以写进第七章。"],
      ["tool", '{"weather": "rain", "city": "上海"}'],
    ]),
    ...spoken("s2", NOW - 2 * DAY, [
      ["user", "How should the harbour chapter end?", "Anna"],
      ["assistant", LONG_ANSWER, "Ink"],
      ["user", "The third. Keep <b>every</b> lamp lit.", "Anna"],
    ]),
    ...spoken("s0", NOW - 40 * DAY, [["user", "I live in Beijing, on the fifth floor."]]),
  ];
}

export function sessionsOf(messages: readonly Message[]): Session[] {
  const ids = [...new Set(messages.map(({ session }) => session))];
  return ids
    .map((session) => {
      const own = messages.filter((each) => each.session === session);
      const speakers = [...new Set(own.flatMap(({ speaker }) => speaker ?? []))];
      return {
        session,
        firstAt: own[0]?.at ?? 0,
        lastAt: own.at(-1)?.at ?? 0,
        messages: own.length,
        opening: (own.find(({ role }) => role === "user") ?? own[0])?.text.slice(0, 120) ?? "",
        ...(speakers.length > 0 && { speakers }),
      };
    })
    .sort((one, other) => other.lastAt - one.lastAt);
}
