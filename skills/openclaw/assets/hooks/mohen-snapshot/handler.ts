// Puts the snapshot into the context when a private session begins. See HOOK.md.
import { readFile } from "node:fs/promises";
import path from "node:path";

const NOT_PRIVATE = /(?:^|:)(?:group|channel|room|subagent|cron|hook)(?::|$)/;

const handler = async (event) => {
  if (event.type !== "agent" || event.action !== "bootstrap") return;
  const { workspaceDir, bootstrapFiles } = event.context ?? {};
  const session = event.context?.sessionKey ?? event.sessionKey ?? "";
  if (!workspaceDir || !Array.isArray(bootstrapFiles) || NOT_PRIVATE.test(session)) return;
  const file = path.join(workspaceDir, "memory", "layer1", "snapshot.md");
  if (bootstrapFiles.some((each) => each.path === file)) return;
  let content;
  try {
    content = await readFile(file, "utf8");
  } catch {
    return; // no snapshot yet
  }
  // A name that OpenClaw knows: others are left out of the prompt.
  event.context.bootstrapFiles = [
    ...bootstrapFiles,
    { name: "MEMORY.md", path: file, content, missing: false },
  ];
};

export default handler;
