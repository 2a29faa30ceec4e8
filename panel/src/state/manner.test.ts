import { expect, test, vi } from "vitest";
import { createManner } from "./manner.ts";

function drawer(kept: string | null = null) {
  return { getItem: vi.fn(() => kept), setItem: vi.fn() };
}

test("what was chosen on the last visit holds, and what the host gives goes before it", () => {
  const kept = drawer('{"language":"zh","theme":"dark"}');
  expect(createManner({}, kept).getState()).toMatchObject({ language: "zh", theme: "dark" });
  const given = createManner({ language: "en" }, kept).getState();
  expect(given).toMatchObject({ language: "en", theme: "dark" });
});

test("a choice is kept for the next visit", () => {
  const kept = drawer();
  const manner = createManner({ language: "en", theme: "system" }, kept);
  manner.getState().speak("zh");
  manner.getState().wear("light");
  const last = kept.setItem.mock.lastCall?.[1];
  expect(JSON.parse(last)).toEqual({ language: "zh", theme: "light", inside: false });
});

test.each(["null", "[", "7", '{"language":"fr","theme":"pink"}', '{"language":null}'])(
  "%s in the drawer is as good as nothing",
  (kept) => {
    const manner = createManner({}, drawer(kept)).getState();
    expect(["zh", "en"]).toContain(manner.language);
    expect(manner.theme).toBe("system");
  },
);

test("a drawer that cannot be opened does not stop anybody from choosing", () => {
  const locked = {
    getItem: () => {
      throw new DOMException("no", "SecurityError");
    },
    setItem: () => {
      throw new DOMException("no", "QuotaExceededError");
    },
  };
  const manner = createManner({ language: "en" }, locked);
  manner.getState().speak("zh");
  expect(manner.getState().language).toBe("zh");
});

test.each([
  ["zh-TW", "zh"],
  ["ZH", "zh"],
  ["en-GB", "en"],
  ["fr", "en"],
])("a browser that speaks %s is answered in %s", (own, spoken) => {
  vi.stubGlobal("navigator", { language: own });
  expect(createManner().getState().language).toBe(spoken);
  vi.unstubAllGlobals();
});

test("a language is spoken once its words have come, and not where they cannot be had", async () => {
  let come = () => {};
  let fail = () => {};
  const heard = () =>
    new Promise<void>((resolve, reject) => {
      come = resolve;
      fail = () => reject(new Error("gone"));
    });
  const manner = createManner({ language: "en" }, undefined, heard);
  manner.getState().speak("zh");
  expect(manner.getState().language).toBe("en");
  fail();
  await Promise.resolve();
  expect(manner.getState().language).toBe("en");
  manner.getState().speak("zh");
  come();
  await vi.waitFor(() => expect(manner.getState().language).toBe("zh"));
});
