import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, userEvent, within } from "storybook/test";
import { scriptedSettings } from "../scripted_settings.ts";
import { LocalModels } from "./LocalModels.tsx";

const meta = {
  component: LocalModels,
  args: {
    busy: false,
    hub: "https://huggingface.co",
    used: undefined,
    ollama: undefined,
    onHub: fn(),
    onUse: fn(),
  },
  parameters: { mohen: { answers: scriptedSettings() } },
} satisfies Meta<typeof LocalModels>;

export default meta;
type Story = StoryObj<typeof meta>;

/** What one costs is said before it is fetched. */
export const Asking: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(await canvas.findByRole("button", { name: /(Get|获取) qwen2.5-1.5b/ }));
    await expect(await canvas.findByText(/Apache-2.0[.。]/)).toBeVisible();
  },
};

/** One that is coming. */
export const Coming: Story = {
  parameters: {
    mohen: {
      answers: scriptedSettings(
        {},
        {
          "model:local:list": {
            models: [],
            hub: "https://huggingface.co",
            installed: true,
            command: "",
            getting: {
              name: "qwen2.5-1.5b",
              via: "hub",
              state: "coming",
              done: 400_000_000,
              total: 1_117_320_736,
            },
          },
        },
      ),
    },
  },
};
