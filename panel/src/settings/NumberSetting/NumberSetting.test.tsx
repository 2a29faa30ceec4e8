import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { standing } from "../../parts/standing.tsx";
import { NumberSetting } from "./NumberSetting.tsx";

async function number(value = 3) {
  const onChange = vi.fn();
  const screen = await standing(
    <NumberSetting
      label="次数"
      wrong="不对"
      value={value}
      least={1}
      most={100}
      onChange={onChange}
    />,
  );
  return { field: screen.getByRole("textbox", { name: "次数" }), onChange };
}

test("Enter and then leaving save once", async () => {
  const { field, onChange } = await number();
  await field.fill("7");
  await userEvent.keyboard("{Enter}");
  await userEvent.tab();
  expect(onChange).toHaveBeenCalledExactlyOnceWith(7);
});

test("Esc takes it back, and leaving saves nothing then", async () => {
  const { field, onChange } = await number();
  await field.fill("7");
  await userEvent.keyboard("{Escape}");
  await expect.element(field).toHaveValue("3");
  await userEvent.tab();
  expect(onChange).not.toHaveBeenCalled();
});

test("the same number written otherwise is no change", async () => {
  const { field, onChange } = await number(1);
  await field.fill(" 001 ");
  await userEvent.keyboard("{Enter}");
  await expect.element(field).toHaveValue("1");
  expect(onChange).not.toHaveBeenCalled();
});

test("an emptied field is wrong, and stays so after one has left it", async () => {
  const { field, onChange } = await number();
  await field.fill("");
  await userEvent.tab();
  await expect.element(field).toHaveAccessibleDescription("不对");
  await expect.element(field).toHaveValue("");
  expect(onChange).not.toHaveBeenCalled();
});
