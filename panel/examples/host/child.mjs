// A program without a page: it starts Mohen as its child, teaches it, and asks what it knows.
import { Failure } from "@mohen/panel/client";
import { childClient } from "@mohen/panel/client/child";

const client = childClient({ command: process.env.MOHEN_COMMAND ?? "mohen" });
const projectId = "example";
try {
  const { data: episode } = await client.call("memory:episode:record", {
    projectId,
    skillUsed: "continue",
    inputContext: "雨停了。她把信折好。",
    candidates: ["她去开门。", "她没有动。门外的人又敲了一次。"],
    selectedIndex: 1,
    finalText: "她没有动。门外又敲了一次。",
  });
  console.log(`recorded ${episode.episodeId}: ${episode.signal}`);
  await client.call("memory:semantic:add", {
    scope: "project",
    projectId,
    rule: "对白简短，少用感叹号。",
  });
  const { data: rules } = await client.call("memory:semantic:list", { projectId });
  for (const { category, confidence, rule } of rules.items) {
    console.log(`${category} ${Math.round(confidence * 100)}% ${rule}`);
  }
} catch (error) {
  if (!(error instanceof Failure)) throw error;
  console.error(`${error.code}: ${error.message}`);
  process.exitCode = 1;
} finally {
  await client.close();
}
