import type { Meta, StoryObj } from "@storybook/react-vite";
import { useState } from "react";
import { expect, fn, userEvent, within } from "storybook/test";
import { TextField, type TextFieldProps } from "./TextField.tsx";

function Written(props: TextFieldProps) {
  const [value, setValue] = useState(props.value);
  const write = (text: string) => {
    setValue(text);
    props.onChange(text);
  };
  return (
    <div style={{ maxWidth: 380 }}>
      <TextField {...props} value={value} onChange={write} />
    </div>
  );
}

const meta = {
  component: TextField,
  render: Written,
  args: { label: "规则", value: "", onChange: fn() },
} satisfies Meta<typeof TextField>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Plain: Story = {
  args: { hint: "一句话，说清什么时候怎么写。" },
  play: async ({ canvasElement, args }) => {
    const field = within(canvasElement).getByRole("textbox", { name: "规则" });
    await userEvent.type(field, "短句");
    await expect(args.onChange).toHaveBeenLastCalledWith("短句");
    await expect(field).toHaveAccessibleDescription("一句话，说清什么时候怎么写。");
  },
};

export const Wrong: Story = {
  args: { value: "……", hint: "一句话。", error: "请写出至少一个字。" },
  play: async ({ canvasElement }) => {
    const field = within(canvasElement).getByRole("textbox");
    await expect(field).toBeInvalid();
    await expect(field).toHaveAccessibleDescription("请写出至少一个字。");
  },
};
export const WrongDark: Story = { ...Wrong, parameters: { mohen: { theme: "dark" } } };

export const NearlyFull: Story = {
  args: { label: "Rule", value: "Short sentences in action", maxLength: 30, multiline: true },
  parameters: { mohen: { language: "en" } },
  play: async ({ canvasElement }) => {
    const field = within(canvasElement).getByRole("textbox");
    await expect(field).toHaveAccessibleDescription("25 of 30 characters");
    await userEvent.type(field, " scenes, always");
    await expect(field).toHaveAccessibleDescription("30 of 30 characters");
  },
};

export const Growing: Story = {
  args: { multiline: true, rows: 2 },
  play: async ({ canvasElement }) => {
    const field = within(canvasElement).getByRole("textbox");
    const before = field.clientHeight;
    await expect(before).toBeGreaterThan(2 * Number.parseFloat(getComputedStyle(field).fontSize));
    await userEvent.type(field, "一{Enter}二{Enter}三{Enter}四");
    await expect(field.clientHeight).toBeGreaterThan(before);
  },
};

export const LabelHidden: Story = {
  args: { hideLabel: true, placeholder: "添一条偏好……" },
  play: async ({ canvasElement }) => {
    within(canvasElement).getByRole("textbox", { name: "规则" });
  },
};

export const Disabled: Story = { args: { value: "动作场景用短句", disabled: true } };
