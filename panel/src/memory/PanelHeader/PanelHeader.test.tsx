import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { MohenProvider } from "../../mohen.tsx";
import { standing } from "../../parts/standing.tsx";
import { PanelHeader } from "./PanelHeader.tsx";

test("a pause is read out: what says it was on the page before", async () => {
  const screen = await standing(<PanelHeader paused={false} onOpen={vi.fn()} />);
  const status = screen.getByRole("status").element();
  expect(status.textContent).toBe("");
  await screen.rerender(
    <MohenProvider mohen={screen.mohen}>
      <PanelHeader paused onOpen={vi.fn()} />
    </MohenProvider>,
  );
  expect(screen.getByRole("status").element()).toBe(status);
  expect(status.textContent).toBe("学习已暂停");
});

test("the menu by keys; without settings of the page there is no way to them", async () => {
  const open = vi.fn();
  const screen = await standing(<PanelHeader paused={false} onOpen={open} />);
  await userEvent.tab();
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(screen.getByRole("menuitem", { name: "查看学习历史" })).toHaveFocus();
  expect(screen.getByRole("menuitem").elements()).toHaveLength(3);
  await userEvent.keyboard("{ArrowDown}{Enter}");
  expect(open.mock.calls).toEqual([["preview"]]);
  await expect.element(screen.getByRole("button", { name: "更多" })).toHaveFocus();
});
