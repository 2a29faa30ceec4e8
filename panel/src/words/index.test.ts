import { describe, expect, test } from "vitest";
import { ago, brief, bytes, count, day, either, moment, percent, surely, words } from "./index.ts";

// Wednesday, 14 May 2025, one in the morning, wherever this runs.
const now = new Date(2025, 4, 14, 1, 0).getTime();
const back = (hours: number) => now - hours * 3_600_000;

describe("how long ago", () => {
  test.each([
    [now, "刚刚", "just now"],
    [now + 5_000, "刚刚", "just now"], // the server's clock is a little ahead
    [now - 59_999, "刚刚", "just now"],
    [now - 60_000, "1分钟前", "1 minute ago"],
    [back(1), "1小时前", "1 hour ago"],
    [back(23.9), "23小时前", "23 hours ago"],
    [back(24), "昨天", "yesterday"],
  ])("%s", (at, zh, en) => {
    expect(ago(at, now, "zh")).toBe(zh);
    expect(ago(at, now, "en")).toBe(en);
  });

  test("the evening before last is not yesterday, although it is less than two days old", () => {
    expect(ago(back(30), now, "zh")).toBe("前天");
    expect(ago(back(30), now, "en")).toBe("2 days ago");
  });

  test("beyond some weeks only the distance is said, not a month or year of the calendar", () => {
    expect(ago(back(24 * 29), now, "en")).toBe("29 days ago");
    expect(ago(back(24 * 45), now, "en")).toBe("1 month ago");
    expect(ago(back(24 * 364), now, "zh")).toBe("12个月前");
    expect(ago(back(24 * 700), now, "zh")).toBe("1年前");
  });

  test("what is still to come", () => {
    expect(ago(now + 3 * 3_600_000, now, "en")).toBe("in 3 hours");
    expect(ago(now + 24 * 3_600_000, now, "zh")).toBe("明天");
  });
});

test("sizes: steps of 1024, and whole bytes", () => {
  expect(bytes(0, "en")).toBe("0 bytes");
  expect(bytes(1023, "en")).toBe("1,023 bytes");
  expect(bytes(1024, "en")).toBe("1 kB");
  expect(bytes(1536, "en")).toBe("1.5 kB");
  expect(bytes(1024 ** 2, "en")).toBe("1 MB");
  expect(bytes(1024 ** 3, "en")).toBe("1 GB");
  expect(bytes(5000 * 1024 ** 3, "en")).toBe("5,000 GB");
});

test("numbers and shares", () => {
  expect(count(12_345, "zh")).toBe("12,345");
  expect(percent(0.824, "zh")).toBe("82%");
  expect(percent(1, "en")).toBe("100%");
});

test("nothing is said to be surer than it is", () => {
  expect(surely(0.875, "zh")).toBe("87%");
  expect(surely(0.29, "en")).toBe("29%");
  expect(surely(1, "en")).toBe("100%");
});

test("days and moments are said the way each language does", () => {
  expect(day(now, "zh")).toBe("2025年5月14日");
  expect(day(now, "en")).toBe("May 14, 2025");
  expect(moment(now, "zh")).toContain("01:00");
  expect(moment(now, "en")).toContain("1:00");
});

test("of what the server says twice, the one that is understood", () => {
  expect(either({ en: "calm", zh: "平静" }, "zh")).toBe("平静");
});

test("a long text is cut between signs, never within one", () => {
  expect(brief("短句", 2)).toBe("短句");
  expect(brief("雨下了一整夜", 4)).toBe("雨下了…");
  expect(brief("👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧", 2)).toBe("👨‍👩‍👧…");
});

test("what is quoted may quote", () => {
  const said = words({
    en: { gone: (rule: string) => `Deleted “${rule}”` },
    zh: { gone: (rule: string) => `已删除「${rule}」` },
  });
  expect(said.zh.gone("避免使用「忽然」")).toBe("已删除「避免使用『忽然』」");
  expect(said.en.gone("avoid “suddenly”")).toBe("Deleted “avoid ‘suddenly’”");
  expect(said.zh.gone("没有引号」")).toBe("已删除「没有引号」」");
});
