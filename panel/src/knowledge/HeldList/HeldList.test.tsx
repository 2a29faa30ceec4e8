import { expect, test, vi } from "vitest";
import { standing } from "../../parts/standing.tsx";
import { HELD } from "../sample_knowledge.ts";
import { HeldList } from "./HeldList.tsx";

test("while it is on its way it is not sent again", async () => {
  const accept = vi.fn();
  const busy = new Set(HELD.map(({ id }) => id));
  const screen = await standing(
    <HeldList items={HELD} busy={busy} onAccept={accept} onForget={vi.fn()} />,
  );
  await screen.getByRole("button", { name: "保留并引述" }).first().click({ force: true });
  expect(accept).not.toHaveBeenCalled();
});
