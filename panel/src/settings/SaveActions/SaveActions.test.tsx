import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { MohenProvider } from "../../mohen.tsx";
import { standing } from "../../parts/standing.tsx";
import { SaveActions } from "./SaveActions.tsx";

const form = (changed: boolean) => (
  <form>
    <input aria-label="名字" />
    <input aria-label="地址" />
    {changed && <SaveActions label="保存" busy={false} onDiscard={() => {}} />}
  </form>
);

async function gone(from: "button" | "field") {
  const screen = await standing(form(true));
  await userEvent.tab();
  await userEvent.tab();
  if (from === "button") await userEvent.tab();
  await screen.rerender(<MohenProvider mohen={screen.mohen}>{form(false)}</MohenProvider>);
  return screen;
}

test("gone from under the focus, it leaves it to the first field", async () => {
  const screen = await gone("button");
  await expect.element(screen.getByLabelText("名字")).toHaveFocus();
});

test("whoever writes is not called away when it goes", async () => {
  const screen = await gone("field");
  await expect.element(screen.getByLabelText("地址")).toHaveFocus();
});
