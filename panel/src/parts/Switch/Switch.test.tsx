import { useState } from "react";
import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { standing } from "../standing.tsx";
import { Switch } from "./Switch.tsx";

function Kept({ hear }: { hear(on: boolean): void }) {
  const [on, setOn] = useState(false);
  return (
    <Switch
      label="learn"
      checked={on}
      onChange={(next) => {
        setOn(next);
        hear(next);
      }}
    />
  );
}

test("its words and its track switch it, each once", async () => {
  const hear = vi.fn();
  const screen = await standing(<Kept hear={hear} />);
  await userEvent.click(screen.getByText("learn"));
  await userEvent.click(screen.getByRole("switch"));
  expect(hear.mock.calls).toEqual([[true], [false]]);
});

test("it shows what its owner says, also when that refuses", async () => {
  const screen = await standing(<Switch label="learn" checked={false} onChange={() => {}} />);
  await userEvent.click(screen.getByRole("switch"));
  await expect.element(screen.getByRole("switch")).not.toBeChecked();
  await expect.element(screen.getByRole("switch")).toHaveAttribute("aria-checked", "false");
});

test("one that cannot be switched hears nothing and is passed over", async () => {
  const hear = vi.fn();
  const screen = await standing(
    <>
      <Switch label="learn" checked onChange={hear} disabled />
      <button type="button">after</button>
    </>,
  );
  (screen.getByText("learn").element() as HTMLElement).click();
  await userEvent.tab();
  await expect.element(screen.getByText("after")).toHaveFocus();
  expect(hear).not.toHaveBeenCalled();
});
