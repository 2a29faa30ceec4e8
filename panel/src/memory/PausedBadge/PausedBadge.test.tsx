import { expect, test } from "vitest";
import { standing } from "../../parts/standing.tsx";
import { PausedBadge } from "./PausedBadge.tsx";

test("it changes its language with the page, and its sign is silent", async () => {
  const screen = await standing(<PausedBadge />);
  expect(screen.container.textContent).toBe("学习已暂停");
  screen.mohen.manner.getState().speak("en");
  await expect.poll(() => screen.container.textContent).toBe("Learning paused");
  expect(screen.container.querySelector("svg")).toHaveAttribute("aria-hidden", "true");
});
