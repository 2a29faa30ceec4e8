import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { standing } from "../../parts/standing.tsx";
import { Group } from "./Group.tsx";

test("its title can be jumped to, but is no stop of the Tab key", async () => {
  const screen = await standing(
    <Group name="memory" title="记忆">
      <button type="button">里面</button>
    </Group>,
  );
  await userEvent.tab();
  await expect.element(screen.getByRole("button")).toHaveFocus();
  const title = screen.getByRole("heading", { level: 2, name: "记忆" });
  (title.element() as HTMLElement).focus();
  await expect.element(title).toHaveFocus();
});

test("without a lead there is no empty line in its place", async () => {
  const screen = await standing(
    <Group name="memory" title="<i>记忆</i>">
      <span>里面</span>
    </Group>,
  );
  expect(screen.container.querySelector("p")).toBeNull();
  await expect.element(screen.getByRole("region", { name: "<i>记忆</i>" })).toBeVisible();
});
