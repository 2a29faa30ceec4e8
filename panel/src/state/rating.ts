import { type Client, Failure } from "../channels/client.ts";
import type { Ranked } from "../channels/generated.ts";
import { type Run, textBefore } from "./run.ts";
import { isReport } from "./skills.ts";

/** Whether one is likelier taken than the others, where that has proven itself: a mark on it. */
export async function ratedBy(client: Client, run: Run): Promise<Ranked | undefined> {
  const { projectId, request, skill } = run;
  const candidates = run.result?.candidates ?? [];
  if (isReport(skill) || candidates.length < 2) return undefined;
  try {
    const { data } = await client.call("memory:taste:rank", {
      projectId,
      candidates: [...candidates],
      inputContext: textBefore(request),
      skillUsed: skill.id,
      ...(request.sceneType != null && { sceneType: request.sceneType }),
    });
    return data.proven ? data : undefined;
  } catch (failure) {
    if (!(failure instanceof Failure)) throw failure; // they are as good without it
    return undefined;
  }
}
