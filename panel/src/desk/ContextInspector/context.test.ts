import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { said } from "../words_inspector.ts";
import { reasonInWords, sectionName, sourceName } from "./context.ts";

const source = (path: string) =>
  readFileSync(new URL(`../../../../src/mohen/${path}`, import.meta.url), "utf8");

/** The values of a Python enumeration of strings. */
function values(text: string, name: string): string[] {
  const body = new RegExp(`class ${name}\\(StrEnum\\):(.*?)\\n(?:class|@)`, "su").exec(text)?.[1];
  return [...(body ?? "").matchAll(/^ {4}[A-Z_]+ = "([^"]+)"/gmu)].map((each) => each[1] ?? "");
}

describe("every code of the context engine has words", () => {
  const model = source("prompts/model.py");
  const languages = ["zh", "en"] as const;

  test.each(languages)("reasons of cuts, in %s", (language) => {
    const codes = values(model, "Why");
    expect(codes).toContain("over_budget");
    for (const code of codes)
      expect(reasonInWords(code, said[language])).not.toBe(said[language].reason_other(code));
  });

  test.each(languages)("boundaries and states of layers, in %s", (language) => {
    const codes = [
      ...values(model, "Boundary").map((code) => `boundary_${code}`),
      ...values(model, "LayerStatus").map((code) => `status_${code}`),
    ];
    expect(codes).toHaveLength(7);
    for (const code of codes) expect(said[language]).toHaveProperty(code);
  });

  test("sections that a prompt is made of", () => {
    const layers = ["varying_layers", "stable_layers", "memory_blocks"];
    const files = layers.map((name) => source(`prompts/${name}.py`));
    const named = files.flatMap((text) => [...text.matchAll(/name="([a-z_]+)"/gu)]);
    const stacks = /enumerate\(\s*\(([^)]*)\)/u.exec(files[2] ?? "")?.[1] ?? "";
    const names = [...named, ...stacks.matchAll(/"([a-z_]+)"/gu)].map((each) => each[1] ?? "");
    expect(names).toEqual(expect.arrayContaining(["task", "preferences", "scene_rules"]));
    for (const name of names) expect(said.zh).toHaveProperty(`sec_${name}`);
  });
});

describe("what is not known here", () => {
  test("a reason of a newer server is said as it is", () => {
    expect(reasonInWords("eclipse", said.en)).toBe("reason: eclipse");
    expect(sectionName("eclipse", said.en)).toBe("eclipse");
    // Nothing that every object has may pass for words of ours.
    expect(reasonInWords("other", said.en)).toBe("reason: other");
  });

  test("sources of cuts are called by what they are", () => {
    const rules = (id: string) => (id === "rule_1" ? "动作场景偏好短句" : undefined);
    const named = (from: string) => sourceName(from, "zh", rules);
    expect(named("before")).toBe("光标之前的正文");
    expect(named("rule_1")).toBe("动作场景偏好短句");
    expect(named("rule_2")).toBe("一条规则");
    expect(named("ep_4")).toBe("一次过往交互");
    expect(named(".mohen/characters/shen-yan.md")).toBe("人物：shen-yan");
    expect(named(".mohen/outline.md#place")).toBe("大纲：本章所在的部分");
    expect(named("chapters/第一章.md")).toBe("chapters/第一章.md");
    expect(named("f_20250904_001")).toBe("一条事实或笔记");
  });
});
