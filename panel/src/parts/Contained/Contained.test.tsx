import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import { scriptedClient } from "../../channels/scripted.ts";
import { createMohen, MohenProvider } from "../../mohen.tsx";
import { Contained } from "./Contained.tsx";

function Breaking(): never {
  throw new Error("broken");
}

beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => {});
});

afterEach(() => {
  vi.restoreAllMocks();
});

test("what breaks says so, and what stands beside it stays", async () => {
  const screen = await render(
    <MohenProvider mohen={createMohen({ client: scriptedClient(), language: "zh" })}>
      <p>正文</p>
      <Contained broken="这一部分出错了">
        <Breaking />
      </Contained>
    </MohenProvider>,
  );
  await expect.element(screen.getByRole("alert")).toHaveTextContent("这一部分出错了");
  await expect.element(screen.getByText("正文")).toBeVisible();
});
