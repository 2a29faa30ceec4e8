import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, userEvent, within } from "storybook/test";
import { Failure } from "../../channels/client.ts";
import { never, scriptedClient } from "../../channels/scripted.ts";
import { scriptedSettings } from "../scripted_settings.ts";
import { ExportCard } from "./ExportCard.tsx";

const PROJECT = "雾港来信";
const two = {
  files: [
    { path: "memory/people.md", text: "- 沈砚\n" },
    { path: "memory/places.md", text: "- 雾港\n" },
  ],
};

const meta = {
  component: ExportCard,
  parameters: {
    mohen: { projectId: PROJECT, answers: scriptedSettings({}, { "memory:export": two }) },
  },
} satisfies Meta<typeof ExportCard>;

export default meta;
type Story = StoryObj<typeof meta>;

/** Of the project, with its texts; of what is global there are none. */
export const WhatIsTaken: Story = {
  parameters: {
    mohen: { client: scriptedClient(scriptedSettings({}, { "memory:export": two })) },
  },
  play: async ({ canvasElement, parameters }) => {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole("switch", { name: "包含交互及其文字" }));
    await userEvent.click(canvas.getByRole("button", { name: "导出" }));
    await expect(await canvas.findByText("已导出 2 个文件。")).toBeVisible();
    await userEvent.selectOptions(
      canvas.getByRole("combobox", { name: "导出谁的记忆" }),
      "全局记忆",
    );
    await expect(canvas.queryByRole("switch")).toBeNull();
    await userEvent.click(canvas.getByRole("button", { name: "导出" }));
    await expect(parameters.mohen.client.callsOf("memory:export")).toEqual([
      { format: "json", projectId: PROJECT, includeEpisodes: true },
      { format: "json" },
    ]);
  },
};

export const UnderWay: Story = {
  parameters: { mohen: { answers: scriptedSettings({}, { "memory:export": never }) } },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole("button", { name: "导出" }));
    await expect(canvas.getByRole("status")).toHaveTextContent("正在导出，已有 0 段");
  },
};

export const CouldNot: Story = {
  parameters: {
    mohen: {
      answers: scriptedSettings(
        {},
        { "memory:export": new Failure({ code: "DB_ERROR", message: "no", retryable: false }) },
      ),
    },
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole("button", { name: "导出" }));
    await expect(await canvas.findByRole("alert")).toBeVisible();
  },
};

export const EnglishDark: Story = { parameters: { mohen: { language: "en", theme: "dark" } } };
