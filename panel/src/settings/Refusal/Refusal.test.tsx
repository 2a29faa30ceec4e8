import { expect, test } from "vitest";
import { Failure } from "../../channels/client.ts";
import { standing } from "../../parts/standing.tsx";
import { invalid } from "../scripted_settings.ts";
import { Refusal } from "./Refusal.tsx";

test("without a failure there is nothing, not even an empty alert", async () => {
  const screen = await standing(<Refusal failure={undefined} />);
  expect(screen.container.querySelector(".mohen")?.childElementCount).toBe(0);
});

test("what the server says is text, whatever is in it", async () => {
  const message = "<img src=x onerror=alert(1)> is no address";
  const screen = await standing(<Refusal failure={invalid("baseUrl", message)} />);
  await expect.element(screen.getByText(message)).toBeVisible();
  expect(screen.container.querySelector("img")).toBeNull();
});

test("a code that nobody knows is explained all the same, without its message", async () => {
  const failure = new Failure({ code: "NEWER_THAN_US", message: "inner words", retryable: false });
  const screen = await standing(<Refusal failure={failure} />);
  const told = screen.getByRole("alert");
  await expect.element(told).toHaveTextContent(/未能保存，已恢复原样。.+/);
  await expect.element(told).not.toHaveTextContent("inner words");
});
