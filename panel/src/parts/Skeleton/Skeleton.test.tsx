import { expect, test } from "vitest";
import { scriptedClient } from "../../channels/scripted.ts";
import { createMohen } from "../../mohen.tsx";
import { standing } from "../standing.tsx";
import { Skeleton } from "./Skeleton.tsx";

test("to a reader it is one word however long it is, in the reader's language", async () => {
  const mohen = createMohen({ client: scriptedClient({}), language: "en" });
  const screen = await standing(<Skeleton lines={40} />, mohen);
  expect(screen.container.textContent).toBe("Loading…");
});

test("without lines it takes no room, and says that something is coming", async () => {
  const screen = await standing(<Skeleton lines={0} />);
  expect(screen.container.querySelector("[aria-hidden]")).toBeNull();
  await expect.element(screen.getByText("正在载入……")).toBeInTheDocument();
});
