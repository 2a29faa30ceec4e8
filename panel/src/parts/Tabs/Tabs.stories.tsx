import type { Meta, StoryObj } from "@storybook/react-vite";
import { useState } from "react";
import { expect, fn, userEvent, within } from "storybook/test";
import { Tabs, type TabsProps, tabId } from "./Tabs.tsx";

function Chosen(props: TabsProps) {
  const [value, setValue] = useState(props.value);
  const chosen = (id: string) => {
    setValue(id);
    props.onChange(id);
  };
  return (
    <>
      <Tabs {...props} value={value} onChange={chosen} panelId="shown" />
      <div
        id="shown"
        role="tabpanel"
        aria-labelledby={tabId("shown", value)}
        style={{ padding: 16 }}
      >
        {props.items.find((item) => item.id === value)?.label}
      </div>
    </>
  );
}

const meta = {
  component: Tabs,
  render: Chosen,
  args: {
    label: "记忆",
    value: "rules",
    items: [
      { id: "rules", label: "偏好", count: 12 },
      { id: "episodes", label: "经历", count: 1234 },
      { id: "scenes", label: "场景" },
    ],
    onChange: fn(),
  },
} satisfies Meta<typeof Tabs>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Keyboard: Story = {
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    const chosen = () => canvas.getByRole("tab", { selected: true });
    await userEvent.tab();
    await expect(chosen()).toHaveFocus();
    await userEvent.keyboard("{ArrowRight}");
    await expect(chosen()).toHaveTextContent("经历");
    await expect(chosen()).toHaveFocus();
    await userEvent.keyboard("{End}{ArrowRight}");
    await expect(chosen()).toHaveTextContent("偏好");
    await userEvent.keyboard("{ArrowLeft}");
    await expect(args.onChange).toHaveBeenLastCalledWith("scenes");
    await userEvent.keyboard("{Home}");
    await expect(canvas.getByRole("tabpanel", { name: /偏好/ })).toBeVisible();
  },
};

export const Clicked: Story = {
  play: async ({ canvasElement }) => {
    await userEvent.click(within(canvasElement).getByRole("tab", { name: /场景/ }));
    await expect(within(canvasElement).getByRole("tabpanel")).toHaveTextContent("场景");
  },
};

export const Narrow: Story = {
  args: {
    value: "d",
    items: ["Preferences", "Episodes", "Scenes", "Conflicts"].map((label, at) => ({
      id: "abcd".charAt(at),
      label,
      count: at,
    })),
  },
  parameters: { mohen: { language: "en", theme: "dark" } },
  decorators: [(Story) => <div style={{ width: 260 }}>{Story()}</div>],
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    const list = canvas.getByRole("tablist").getBoundingClientRect();
    const last = canvas.getByRole("tab", { selected: true }).getBoundingClientRect();
    await expect(last.right).toBeLessThanOrEqual(list.right + 1);
  },
};
