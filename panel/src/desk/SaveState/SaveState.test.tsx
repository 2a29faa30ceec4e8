import { expect, test } from "vitest";
import { standing } from "../../parts/standing.tsx";
import { SaveState } from "./SaveState.tsx";

test.each(["saved", "unsaved", "saving"] as const)(
  "%s is shown and not said aloud",
  async (saving) => {
    const screen = await standing(<SaveState saving={saving} />);
    await expect.element(screen.getByRole("status")).toBeEmptyDOMElement();
    expect(screen.container.textContent).toMatch(/保存/);
  },
);

test.each(["offline", "conflict", "failed"] as const)("%s is said aloud, once", async (saving) => {
  const screen = await standing(<SaveState saving={saving} />);
  const told = screen.getByRole("status").element().textContent;
  expect(told).not.toBe("");
  expect(screen.container.textContent).toBe(told);
});
