import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, userEvent, waitFor, within } from "storybook/test";
import { unreachable } from "../../channels/client.ts";
import { never } from "../../channels/scripted.ts";
import { NOW, scriptedSettings } from "../scripted_settings.ts";
import { AuditList } from "./AuditList.tsx";

const meta = {
  component: AuditList,
  parameters: { mohen: { now: NOW, answers: scriptedSettings() } },
} satisfies Meta<typeof AuditList>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Several: Story = {
  play: async ({ canvasElement }) => {
    const acts = await within(canvasElement).findAllByRole("listitem");
    await expect(acts).toHaveLength(2);
    await expect(acts[0]).toHaveTextContent("删除规则 · 雾港来信");
    await expect(acts[0]).toHaveTextContent("1 条规则");
    await expect(acts[1]).toHaveTextContent("2 次交互");
  },
};

const act = (at: number) => ({
  at,
  operator: "user" as const,
  act: "forget",
  counts: { episodes: at },
});

/** What is older comes when it is asked for, below the rest. */
export const OlderOnes: Story = {
  parameters: {
    mohen: {
      answers: {
        "memory:audit:list": ({ cursor }: { cursor?: string | null }) =>
          cursor
            ? { items: [act(1)], page: { limit: 20 } }
            : { items: [act(3), act(2)], page: { limit: 20, nextCursor: "2" } },
      },
    },
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(await canvas.findByRole("button", { name: "更早的" }));
    await waitFor(() => expect(canvas.getAllByRole("listitem")).toHaveLength(3));
    await expect(canvas.getAllByRole("listitem")[2]).toHaveTextContent("1 次交互");
    await expect(canvas.queryByRole("button", { name: "更早的" })).toBeNull();
  },
};

export const None: Story = {
  parameters: {
    mohen: { answers: { "memory:audit:list": { items: [], page: { limit: 20 } } } },
  },
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByText("还没有删除过任何内容。")).toBeVisible();
  },
};

export const Loading: Story = {
  parameters: { mohen: { answers: { "memory:audit:list": never } } },
};

export const ServerAway: Story = {
  parameters: { mohen: { answers: { "memory:audit:list": unreachable("gone") } } },
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByText("连不上墨痕")).toBeVisible();
  },
};

export const EnglishDark: Story = {
  parameters: { mohen: { language: "en", theme: "dark" } },
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByText(/rule deleted/)).toBeVisible();
  },
};
