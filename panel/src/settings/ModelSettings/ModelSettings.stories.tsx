import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, userEvent, within } from "storybook/test";
import { Failure } from "../../channels/client.ts";
import { RUN } from "../../desk/sample_context.ts";
import { changing, scriptedSettings } from "../scripted_settings.ts";
import { ModelSettings } from "./ModelSettings.tsx";

const server = { kind: "openai", model: "qwen3:8b", baseUrl: "http://127.0.0.1:11434/v1" } as const;

const meta = {
  component: ModelSettings,
  args: { ...changing({ model: server }), onChange: fn(async () => true) },
  parameters: { mohen: { answers: scriptedSettings({}, { "ai:skill:run": RUN }) } },
} satisfies Meta<typeof ModelSettings>;

export default meta;
type Story = StoryObj<typeof meta>;

/** A kind that needs nothing is saved at once; one that is tried says who wrote. */
export const AServer: Story = {
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole("button", { name: "试一试" }));
    await expect(await canvas.findByText("qwen3:8b 的回答：")).toBeVisible();
    await userEvent.selectOptions(canvas.getByRole("combobox", { name: "由谁来写" }), "离线写手");
    await expect(args.onChange).toHaveBeenCalledOnce();
    await expect(args.onChange).toHaveBeenCalledWith({ model: { kind: "offline" } });
  },
};

/** Without a model there is nothing to try. */
export const None: Story = {
  args: { settings: changing().settings },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(canvas.queryByRole("button", { name: "试一试" })).toBeNull();
    await expect(canvas.getByText(/由离线写手代为运行/)).toBeVisible();
  },
};

export const NotReady: Story = {
  parameters: {
    mohen: {
      answers: scriptedSettings(
        {},
        {
          "ai:skill:run": new Failure({
            code: "MODEL_NOT_READY",
            message: "no key",
            retryable: false,
          }),
        },
      ),
    },
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole("button", { name: "试一试" }));
    await expect(await canvas.findByRole("alert")).toBeVisible();
  },
};

export const EnglishDark: Story = {
  args: { settings: changing({ model: { kind: "offline" } }).settings },
  parameters: { mohen: { language: "en", theme: "dark" } },
  play: async ({ canvasElement }) => {
    const kind = within(canvasElement).getByRole("combobox", { name: "What writes" });
    await expect(kind).toHaveDisplayValue("Offline writer");
  },
};
