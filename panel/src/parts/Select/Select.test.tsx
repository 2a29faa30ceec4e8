import { useState } from "react";
import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { standing } from "../standing.tsx";
import { Select } from "./Select.tsx";

const options = [
  { value: "style", label: "Style" },
  { value: "pacing", label: "Pacing", disabled: true },
  { value: "voice", label: "Voice" },
];

function Kept({ hear, focused }: { hear(value: string): void; focused?(): void }) {
  const [value, setValue] = useState("style");
  return (
    <Select
      label="kind"
      hideLabel
      hint="of the rule"
      value={value}
      options={options}
      onChange={(next) => {
        setValue(next);
        hear(next);
      }}
      {...(focused && { onFocus: focused })}
    />
  );
}

test("keys choose, and pass over what cannot be chosen", async () => {
  const hear = vi.fn();
  const focused = vi.fn();
  const screen = await standing(<Kept hear={hear} focused={focused} />);
  await userEvent.tab();
  expect(focused).toHaveBeenCalledOnce();
  await userEvent.keyboard("v");
  await expect.element(screen.getByRole("combobox")).toHaveValue("voice");
  expect(hear.mock.calls).toEqual([["voice"]]);
  await expect.element(screen.getByRole("option", { name: "Pacing" })).toBeDisabled();
});

test("with its label hidden it has a name still, and its hint describes it", async () => {
  const screen = await standing(<Kept hear={() => {}} />);
  const select = screen.getByRole("combobox", { name: "kind" });
  await expect.element(select).toHaveAccessibleDescription("of the rule");
});

test("two of them on one page keep their labels apart", async () => {
  const plain = { value: "style", options, onChange: () => {} };
  const screen = await standing(
    <>
      <Select label="one" {...plain} />
      <Select label="two" {...plain} />
    </>,
  );
  await userEvent.click(screen.getByText("two"));
  await expect.element(screen.getByRole("combobox", { name: "two" })).toHaveFocus();
});
