import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { Failure } from "../../channels/client.ts";
import { codes, explain } from "./failures.ts";

const page = readFileSync(new URL("../../../../docs/errors.md", import.meta.url), "utf8");
const documented = [...page.matchAll(/^\| `([A-Z_]+)`/gm)].map(([, code]) => code ?? "");

function failing(code: string, reason?: string): Failure {
  return new Failure({
    code,
    message: "",
    retryable: false,
    ...(reason && { details: { reason } }),
  });
}

test("every code of the server has words in both languages", () => {
  expect(documented.length).toBeGreaterThan(20);
  expect(Object.keys(codes)).toEqual(expect.arrayContaining(documented));
  for (const both of Object.values(codes)) {
    for (const said of [both.en, both.zh]) expect(said.title && said.text).not.toBe("");
    expect(both.zh.title).toMatch(/\p{Script=Han}/u);
    expect(both.en.title).not.toMatch(/\p{Script=Han}/u);
  }
});

test("there are no words for codes that nobody sends", () => {
  expect(Object.keys(codes).filter((code) => !documented.includes(code))).toEqual([]);
});

test("every reason of the database has its own words", () => {
  const listed = /`details\.reason` is ([^.]+)\./.exec(page)?.[1] ?? "";
  const reasons = listed.split(/, | or /).filter((reason) => reason !== "failed");
  expect(reasons).toContain("newer-schema");
  const titles = reasons.map((reason) => explain(failing("DB_ERROR", reason), "zh").title);
  expect(new Set([...titles, explain(failing("DB_ERROR", "failed"), "zh").title]).size).toBe(
    reasons.length + 1,
  );
});

test("a code of a newer server is still a sentence", () => {
  expect(explain(failing("TOMORROW"), "zh").title).toBe("没有成功");
});

test("a reason is not taken for a code", () => {
  expect(explain(failing("NOT_FOUND", "constructor"), "en").title).toBe("It is no longer there");
  expect(explain(failing("toString"), "en").title).toBe("That did not work");
});

test.each(["key-missing", "key-refused", "out-of-credit", "no-such-model", "context-too-long"])(
  "a model that is not ready because of %s is told so in both languages",
  (reason) => {
    const failure = new Failure({
      code: "MODEL_NOT_READY",
      message: "?",
      retryable: false,
      details: { reason },
    });
    for (const language of ["en", "zh"] as const) {
      const plain = explain(new Failure({ ...failure, details: {} }), language);
      expect(explain(failure, language).title).not.toBe(plain.title);
    }
  },
);

test("too many requests say how long to wait, where the server does", () => {
  const busy = (details: Record<string, unknown>) =>
    new Failure({
      code: "UPSTREAM_ERROR",
      message: "?",
      retryable: true,
      details: { reason: "too-many-requests", ...details },
    });
  expect(explain(busy({ retryAfterMs: 19_100 }), "zh").text).toContain("请等 20 秒再试");
  expect(explain(busy({ retryAfterMs: 19_100 }), "en").text).toContain("Try again in 20 s.");
  expect(explain(busy({}), "en").text).toContain("Try again in a moment.");
});
