import type { Meta, StoryObj } from "@storybook/react-vite";
import { useState } from "react";
import { expect, fn, userEvent, within } from "storybook/test";
import { SearchField, type SearchFieldProps } from "./SearchField.tsx";

function Asked(props: SearchFieldProps) {
  const [value, setValue] = useState(props.value);
  const ask = (text: string) => {
    setValue(text);
    props.onChange(text);
  };
  return (
    <div style={{ maxWidth: 320 }}>
      <SearchField {...props} value={value} onChange={ask} />
    </div>
  );
}

const meta = {
  component: SearchField,
  render: Asked,
  args: { label: "搜索偏好", value: "", onChange: fn() },
} satisfies Meta<typeof SearchField>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = {
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    const field = canvas.getByRole("searchbox", { name: "搜索偏好" });
    await expect(canvas.queryByRole("button")).toBeNull();
    await userEvent.type(field, "短句");
    await expect(args.onChange).toHaveBeenLastCalledWith("短句");
    await userEvent.click(canvas.getByRole("button", { name: "清空搜索" }));
    await expect(field).toHaveValue("");
    await expect(field).toHaveFocus();
  },
};

export const Filled: Story = { args: { value: "动作场景" } };
export const FilledDark: Story = {
  args: { value: "dialogue", label: "Search preferences" },
  parameters: { mohen: { theme: "dark", language: "en" } },
};
