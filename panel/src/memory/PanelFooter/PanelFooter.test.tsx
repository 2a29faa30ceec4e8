import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { standing } from "../../parts/standing.tsx";
import { PanelFooter, type PanelFooterProps } from "./PanelFooter.tsx";

const acts = () => ({ onAdd: vi.fn(), onUpdate: vi.fn(), onPause: vi.fn(), onResume: vi.fn() });

async function open(props: Partial<PanelFooterProps> = {}) {
  const heard = acts();
  const screen = await standing(<PanelFooter paused={false} {...heard} {...props} />);
  return { heard, screen };
}

test("what is on its way keeps the focus and is not asked for again", async () => {
  const { heard, screen } = await open({ updating: true, switching: true });
  for (const name of ["更新偏好", "暂停学习"]) {
    const button = screen.getByRole("button", { name });
    (button.element() as HTMLElement).focus();
    await userEvent.keyboard("{Enter}");
    await expect.element(button).toHaveFocus();
  }
  expect(heard.onUpdate).not.toHaveBeenCalled();
  expect(heard.onPause).not.toHaveBeenCalled();
});

test("why nothing can be updated while it is paused is told", async () => {
  const { screen } = await open({ paused: true });
  const button = screen.getByRole("button", { name: "更新偏好" });
  await expect.element(button).toHaveAttribute("title", "学习已暂停，请先恢复学习");
});

test("none recorded is said as none, what cannot be counted as that", async () => {
  const { screen } = await open({ episodes: 0, pending: 0 });
  await expect.element(screen.getByText("已积累 0 次交互")).toBeVisible();
  await expect.element(screen.getByText(/上次更新后新增/)).not.toBeInTheDocument();
  const { screen: unread } = await open();
  await expect.element(unread.getByText("暂时无法统计交互次数")).toBeVisible();
  expect(unread.getByRole("button", { name: "查看学习历史" }).elements()).toHaveLength(0);
});
