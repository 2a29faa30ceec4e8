import { afterEach, expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { standing } from "../../parts/standing.tsx";
import { Copyable } from "./Copyable.tsx";

afterEach(() => vi.restoreAllMocks());

async function pressed(write: () => Promise<void>) {
  const written = vi.spyOn(navigator.clipboard, "writeText").mockImplementation(write);
  const screen = await standing(<Copyable name="哈希" value="p1:<b>九</b> " />);
  await userEvent.tab();
  await userEvent.keyboard("{Enter}");
  const told = () => screen.mohen.toasts.getState().items.map(({ tone, text }) => [tone, text]);
  return { screen, written, told };
}

test("the value is taken along to the letter, once, and that is said", async () => {
  const { written, told } = await pressed(async () => {});
  await expect.poll(told).toEqual([["success", "已复制"]]);
  expect(written).toHaveBeenCalledExactlyOnceWith("p1:<b>九</b> ");
});

test("a browser that does not allow it is told of, with what to do; the value can be selected", async () => {
  const { screen, told } = await pressed(() => Promise.reject(new Error("denied")));
  await expect.poll(told).toEqual([["info", "复制失败，请自行选中复制。"]]);
  const value = screen.getByText("p1:<b>九</b>").element();
  expect(getComputedStyle(value).userSelect).not.toBe("none");
});
