import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, userEvent, within } from "storybook/test";
import { Failure } from "../../channels/client.ts";
import type { Script } from "../../channels/scripted.ts";
import type { Mohen } from "../../mohen.tsx";
import { scriptedSettings } from "../scripted_settings.ts";
import { ImportCard } from "./ImportCard.tsx";

const imported: Script = {
  "memory:import": ({ dryRun }) => ({
    format: "mem0",
    added: 12,
    repeated: 3,
    rules: 2,
    refused: [{ ref: "mem0.json:7", code: "secret", why: "looks like a key" }],
    changes: [],
    renamed: {},
    messages: 0,
    documents: 0,
    troubles: [
      { ref: "notes.md", line: 12, why: "not a list" },
      { ref: "empty.md", line: 0, why: "empty" },
    ],
    dryRun: dryRun === true,
  }),
};

const meta = {
  component: ImportCard,
  parameters: {
    mohen: { projectId: "雾港来信", answers: scriptedSettings({}, imported) },
  },
} satisfies Meta<typeof ImportCard>;

export default meta;
type Story = StoryObj<typeof meta>;

/** First what would come in, and what would not, with its place. */
export const Foreseen: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(canvas.getByRole("button", { name: "会导入什么？" })).toBeDisabled();
    await userEvent.type(canvas.getByRole("textbox"), "/home/me/mem0.json");
    await userEvent.click(canvas.getByRole("button", { name: "会导入什么？" }));
    const left = await canvas.findAllByRole("listitem");
    await expect(left.map((each) => each.textContent)).toEqual([
      "mem0.json:7: looks like a key",
      "notes.md:12: not a list",
      "empty.md: empty",
    ]);
    await expect(canvas.getByRole("button", { name: "导入" })).toBeVisible();
  },
};

export const NotThere: Story = {
  parameters: {
    mohen: {
      answers: scriptedSettings(
        {},
        {
          "memory:import": new Failure({
            code: "NOT_FOUND",
            message: "no such file",
            retryable: false,
          }),
        },
      ),
    },
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.type(canvas.getByRole("textbox"), "/nowhere{Enter}");
    await expect(await canvas.findByRole("alert")).toBeVisible();
    await expect(canvas.queryByRole("button", { name: "导入" })).toBeNull();
  },
};

export const NoProject: Story = {
  parameters: {
    mohen: {
      answers: scriptedSettings(),
      begun: (mohen: Mohen) => mohen.place.getState().enter(undefined),
    },
  },
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getByText(/请先打开一个项目/)).toBeVisible();
    await expect(within(canvasElement).queryByRole("textbox")).toBeNull();
  },
};

export const EnglishDark: Story = {
  parameters: {
    mohen: { language: "en", theme: "dark", answers: scriptedSettings({}, imported) },
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.type(canvas.getByRole("textbox"), "/home/me/mem0.json{Enter}");
    await expect(await canvas.findByText("3 places were left out:")).toBeVisible();
  },
};
