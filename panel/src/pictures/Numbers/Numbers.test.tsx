import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { standing } from "../../parts/standing.tsx";
import { Numbers } from "./Numbers.tsx";

test("shut, it is out of the way of Tab; Enter opens it", async () => {
  const screen = await standing(
    <>
      <Numbers caption="strength" columns={["when", "how"]} rows={[["day 1", "<b>5</b>%"]]} />
      <button type="button">after</button>
    </>,
  );
  await userEvent.tab();
  await userEvent.tab();
  await expect.element(screen.getByText("after")).toHaveFocus();
  await userEvent.tab({ shift: true });
  await userEvent.keyboard("{Enter}");
  await expect.element(screen.getByRole("cell", { name: "<b>5</b>%" })).toBeVisible();
  await userEvent.tab();
  await expect.element(screen.getByRole("region", { name: "strength" })).toHaveFocus();
});

test("without rows it has its columns still", async () => {
  const screen = await standing(<Numbers caption="none" columns={["when", "how"]} rows={[]} />);
  await userEvent.click(screen.getByText("查看数字"));
  expect(screen.getByRole("columnheader").elements()).toHaveLength(2);
  expect(screen.getByRole("rowheader").elements()).toHaveLength(0);
});
