import type { Meta, StoryObj } from "@storybook/react-vite";
import { useState } from "react";
import { expect, fn, userEvent, within } from "storybook/test";
import { ServerFields } from "./ServerFields.tsx";

const meta = {
  component: ServerFields,
  args: {
    server: { model: "qwen3:8b", baseUrl: "http://127.0.0.1:11434/v1", apiKeyEnv: "" },
    onChange: fn(),
  },
  // The fields hold nothing of themselves.
  render: function Held({ server: first, onChange }) {
    const [server, setServer] = useState(first);
    return (
      <ServerFields
        server={server}
        onChange={(next) => {
          setServer(next);
          onChange(next);
        }}
      />
    );
  },
} satisfies Meta<typeof ServerFields>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Complete: Story = {
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    for (const each of canvas.getAllByRole("textbox")) await expect(each).toBeValid();
    const key = canvas.getByRole("textbox", { name: "存放密钥的环境变量" });
    await userEvent.type(key, "KEY");
    await expect(args.onChange).toHaveBeenLastCalledWith({ ...args.server, apiKeyEnv: "KEY" });
  },
};

export const AKeyAndNoModel: Story = {
  args: { server: { model: " ", baseUrl: "", apiKeyEnv: "sk-proj-abc" } },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(canvas.getByRole("textbox", { name: "模型名称" })).toBeInvalid();
    await expect(canvas.getByRole("textbox", { name: "地址" })).toBeValid();
    const key = canvas.getByRole("textbox", { name: "存放密钥的环境变量" });
    await expect(key).toHaveAccessibleDescription(/这看起来像是密钥/);
  },
};

export const EnglishDark: Story = { parameters: { mohen: { language: "en", theme: "dark" } } };
