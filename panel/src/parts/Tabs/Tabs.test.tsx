import { useState } from "react";
import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { standing } from "../standing.tsx";
import { Tabs } from "./Tabs.tsx";

const items = [
  { id: "rules", label: "Rules", count: 0 },
  { id: 'a"b', label: "<b>Odd</b>" },
  { id: "scenes", label: "Scenes" },
];

function Chosen({ hear }: { hear(id: string): void }) {
  const [value, setValue] = useState("rules");
  return (
    <>
      <Tabs
        label="memory"
        items={items}
        value={value}
        onChange={(id) => {
          setValue(id);
          hear(id);
        }}
      />
      <button type="button">after</button>
    </>
  );
}

test("Tab enters at the chosen one and leaves past all others", async () => {
  const screen = await standing(<Chosen hear={() => {}} />);
  await userEvent.tab();
  await userEvent.keyboard("{ArrowRight}");
  await expect.element(screen.getByRole("tab", { name: "Odd" })).toHaveFocus();
  await userEvent.tab();
  await expect.element(screen.getByText("after")).toHaveFocus();
  await userEvent.tab({ shift: true });
  await expect.element(screen.getByRole("tab", { selected: true })).toHaveFocus();
});

test("an arrow with Alt is the browser's way back, not a way to the tab before", async () => {
  const hear = vi.fn();
  const screen = await standing(<Chosen hear={hear} />);
  await userEvent.tab();
  const back = { key: "ArrowLeft", altKey: true, bubbles: true, cancelable: true };
  const goesOn = screen
    .getByRole("tab", { selected: true })
    .element()
    .dispatchEvent(new KeyboardEvent("keydown", back));
  expect(goesOn).toBe(true);
  expect(hear).not.toHaveBeenCalled();
});

test("none is a number too, and a label is words, never markup", async () => {
  const screen = await standing(<Chosen hear={() => {}} />);
  const texts = screen
    .getByRole("tab")
    .elements()
    .map((each) => each.textContent);
  expect(texts).toEqual(["Rules0", "<b>Odd</b>", "Scenes"]);
});
