import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, userEvent, within } from "storybook/test";
import { Select } from "./Select.tsx";

const meta = {
  component: Select,
  args: {
    label: "类别",
    value: "style",
    options: [
      { value: "style", label: "文风" },
      { value: "pacing", label: "节奏" },
      { value: "dialogue", label: "对话" },
    ],
    onChange: fn(),
  },
  decorators: [(Story) => <div style={{ maxWidth: 240 }}>{Story()}</div>],
} satisfies Meta<typeof Select>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Plain: Story = {
  play: async ({ canvasElement, args }) => {
    const select = within(canvasElement).getByRole("combobox", { name: "类别" });
    await userEvent.selectOptions(select, "节奏");
    await expect(args.onChange).toHaveBeenCalledWith("pacing");
    // It shows what its owner says, not what was clicked.
    await expect(select).toHaveValue("style");
  },
};

export const Dark: Story = {
  args: { hint: "只影响新学到的偏好。" },
  parameters: { mohen: { theme: "dark" } },
};
export const LabelHidden: Story = { args: { hideLabel: true } };
export const Disabled: Story = { args: { disabled: true } };
