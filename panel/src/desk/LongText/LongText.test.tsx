import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { standing } from "../../parts/standing.tsx";
import { LongText } from "./LongText.tsx";

test("the keyboard reaches it and scrolls it, not the page", async () => {
  const screen = await standing(<LongText label="全文" text={"雾。\n".repeat(400)} />);
  const text = screen.getByRole("region", { name: "全文" });
  await userEvent.tab();
  await expect.element(text).toHaveFocus();
  await userEvent.keyboard("{End}");
  await expect.poll(() => text.element().scrollTop).toBeGreaterThan(0);
  expect(document.documentElement.scrollTop).toBe(0);
});
