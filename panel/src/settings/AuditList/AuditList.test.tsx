import { expect, test, vi } from "vitest";
import { unreachable } from "../../channels/client.ts";
import { never, scriptedClient } from "../../channels/scripted.ts";
import { createMohen } from "../../mohen.tsx";
import { standing } from "../../parts/standing.tsx";
import { Acts, AuditList } from "./AuditList.tsx";

const user = { operator: "user" as const };

test("an act that nobody has words for is called as it is, even one of an odd name", async () => {
  const screen = await standing(
    <Acts
      acts={[
        { at: 2, act: "toString", counts: { rules: 0 }, ...user },
        { at: 1, act: "shred <b>", counts: { terms: 12_000 }, ...user },
      ]}
    />,
  );
  const acts = screen.getByRole("listitem");
  await expect.element(acts.nth(0)).toHaveTextContent("toString");
  await expect.element(acts.nth(1)).toHaveTextContent(/^shred <b>.*terms 12,000$/);
});

test("two acts of one moment are two", async () => {
  const warned = vi.spyOn(console, "error");
  const twice = { at: 1, act: "forget", counts: { episodes: 1 }, ...user };
  const screen = await standing(<Acts acts={[twice, { ...twice, counts: { episodes: 2 } }]} />);
  expect(screen.getByRole("listitem").elements()).toHaveLength(2);
  expect(warned).not.toHaveBeenCalled();
  warned.mockRestore();
});

test("older ones that cannot be had leave those that are there, and are asked for once", async () => {
  const first = { at: 1, act: "forget", counts: { episodes: 1 }, ...user };
  const client = scriptedClient({
    "memory:audit:list": { items: [first], page: { limit: 20, nextCursor: "c" } },
  });
  const screen = await standing(<AuditList />, createMohen({ client, language: "zh" }));
  const more = screen.getByRole("button", { name: "更早的" });
  await expect.element(more).toBeVisible();
  client.script({ "memory:audit:list": never });
  await more.click();
  await more.click({ force: true });
  expect(client.callsOf("memory:audit:list")).toEqual([{ limit: 20 }, { limit: 20, cursor: "c" }]);
});

test("when it fails there is a way to ask again", async () => {
  const client = scriptedClient({ "memory:audit:list": unreachable("gone") });
  const screen = await standing(<AuditList />, createMohen({ client, language: "zh" }));
  const again = screen.getByRole("alert").getByRole("button");
  await expect.element(again).toBeVisible();
  client.script({ "memory:audit:list": { items: [], page: { limit: 20 } } });
  await again.click();
  await expect.element(screen.getByText("还没有删除过任何内容。")).toBeVisible();
  await expect.element(screen.getByRole("alert")).not.toBeInTheDocument();
});
