import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { standing } from "../../parts/standing.tsx";
import { NoProject } from "./NoProject.tsx";

test("without projects or a sample it offers the one thing there is", async () => {
  const screen = await standing(<NoProject projects={[]} onEnter={vi.fn()} onNew={vi.fn()} />);
  expect(screen.getByRole("button").elements()).toHaveLength(1);
  await expect.element(screen.getByRole("navigation")).not.toBeInTheDocument();
});

test("each project is called as it is, and entered by keyboard", async () => {
  const onEnter = vi.fn();
  const screen = await standing(
    <NoProject projects={["<b>雾港</b>", "toString"]} onEnter={onEnter} onNew={vi.fn()} />,
  );
  const known = screen.getByRole("navigation", { name: "或继续" });
  (known.getByRole("button", { name: "<b>雾港</b>" }).element() as HTMLElement).focus();
  await userEvent.tab();
  await userEvent.keyboard("{Enter}");
  expect(onEnter).toHaveBeenCalledExactlyOnceWith("toString");
});
