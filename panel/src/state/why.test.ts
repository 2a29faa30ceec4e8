import { describe, expect, test } from "vitest";
import { Failure } from "../channels/client.ts";
import type { Trace } from "../channels/generated.ts";
import { scriptedClient } from "../channels/scripted.ts";
import { REQUEST } from "../desk/sample_context.ts";
import { TRACE } from "../desk/sample_why.ts";
import { createMohen } from "../mohen.tsx";
import { createWhy, WHOLE } from "./why.ts";

const TOLD = { recorded: true, episodeId: "ep_9", lowered: [], raised: [], unchanged: [] };

function begun() {
  const client = scriptedClient({ "memory:trace:get": TRACE, "memory:trace:feedback": TOLD });
  const mohen = createMohen({ client, projectId: "p", language: "zh", theme: "light" });
  return { client, mohen, why: mohen.store(createWhy) };
}

describe("why something was written", () => {
  test("it is asked for by one name, from where the author stands", async () => {
    const { client, why } = begun();
    why.getState().open({ generationId: "gen_1", runId: "run_1", episodeId: "ep_1" });
    why.getState().open({ generationId: undefined, runId: "run_1", episodeId: "ep_1" });
    why.getState().open({ episodeId: "ep_1" });
    expect(client.callsOf("memory:trace:get")).toEqual([
      { generationId: "gen_1", projectId: "p" },
      { runId: "run_1", projectId: "p" },
      { episodeId: "ep_1", projectId: "p" },
    ]);
  });

  test("an output is put away with its project, not with a look at the global rules", async () => {
    const { client, mohen, why } = begun();
    why.getState().open({ runId: "run_1" });
    mohen.place.getState().look("global");
    expect(why.getState().output).toEqual({ runId: "run_1" });
    mohen.place.getState().enter("another");
    expect(why.getState().output).toBeUndefined();
    expect(client.callsOf("memory:trace:get")).toHaveLength(1);
  });

  test("an answer that comes after another output was opened is not shown", async () => {
    const { client, why } = begun();
    let answer: (trace: Trace) => void = () => {};
    client.script({
      "memory:trace:get": ({ runId }) =>
        runId === "slow"
          ? new Promise<Trace>((resolve) => {
              answer = resolve;
            })
          : TRACE,
    });
    why.getState().open({ runId: "slow" });
    why.getState().open({ runId: "run_1" });
    await expect.poll(() => why.getState().trace.state).toBe("ready");
    answer({ ...TRACE, generationId: "late" });
    await Promise.resolve();
    expect(why.getState().trace.data?.generationId).toBe("gen_1");
  });

  test("a verdict on one memory or on the whole is sent with its reason, once at a time", async () => {
    const { client, why } = begun();
    why.getState().open({ runId: "run_1" });
    await expect.poll(() => why.getState().trace.state).toBe("ready");
    const both = [
      why.getState().judge("incorrect", { targetId: "rule_1", reason: "  太短 " }),
      why.getState().judge("incorrect", { targetId: "rule_1" }),
    ];
    expect(await Promise.all(both)).toEqual([true, false]);
    await why.getState().judge("correct");
    expect(client.callsOf("memory:trace:feedback")).toEqual([
      {
        generationId: "gen_1",
        verdict: "incorrect",
        targetId: "rule_1",
        reason: "太短",
        projectId: "p",
      },
      { generationId: "gen_1", verdict: "correct", projectId: "p" },
    ]);
    expect(why.getState().judged).toMatchObject({
      rule_1: { state: "told", told: TOLD },
      [WHOLE]: { state: "told" },
    });
  });

  test("a verdict that is refused can be given again", async () => {
    const { client, why } = begun();
    why.getState().open({ runId: "run_1" });
    await expect.poll(() => why.getState().trace.state).toBe("ready");
    client.script({
      "memory:trace:feedback": new Failure({ code: "DB_ERROR", message: "no", retryable: true }),
    });
    expect(await why.getState().judge("correct")).toBe(false);
    expect(why.getState().judged[WHOLE]?.state).toBe("refused");
    client.script({ "memory:trace:feedback": TOLD });
    expect(await why.getState().judge("correct")).toBe(true);
  });

  test("the prompt without a memory is asked for as the run was, without what was the model's", async () => {
    const { client, why } = begun();
    await why.getState().leaveOut("rule_1", REQUEST);
    const { candidates: _c, runId: _r, stream: _s, ...context } = REQUEST;
    expect(client.callsOf("context:without")).toEqual([{ ...context, without: "rule_1" }]);
  });
});
