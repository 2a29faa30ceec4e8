import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, userEvent, within } from "storybook/test";
import { unreachable } from "../../channels/client.ts";
import { never } from "../../channels/scripted.ts";
import { NOW, scriptedSettings } from "../scripted_settings.ts";
import { BrowserList } from "./BrowserList.tsx";

const meta = {
  component: BrowserList,
  parameters: { mohen: { now: NOW, answers: scriptedSettings() } },
} satisfies Meta<typeof BrowserList>;

export default meta;
type Story = StoryObj<typeof meta>;

/** Shutting out all of them asks first, for it is this one, too. */
export const Two: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(await canvas.findAllByRole("listitem")).toHaveLength(2);
    await userEvent.click(canvas.getByRole("button", { name: "全部撤销" }));
    await expect(canvas.getByRole("dialog")).toHaveTextContent("mohen open");
  },
};

export const None: Story = {
  parameters: { mohen: { answers: { "browser:list": { items: [] } } } },
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByText("没有。")).toBeVisible();
  },
};

export const Loading: Story = { parameters: { mohen: { answers: { "browser:list": never } } } };

export const ServerAway: Story = {
  parameters: { mohen: { answers: { "browser:list": unreachable("gone") } } },
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByText("连不上墨痕")).toBeVisible();
  },
};

export const EnglishDark: Story = { parameters: { mohen: { language: "en", theme: "dark" } } };
