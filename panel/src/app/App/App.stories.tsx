import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, screen, userEvent, waitFor } from "storybook/test";
import { PROJECT, sampleRules } from "../../memory/sample_rules.ts";
import { scriptedMemory } from "../../memory/scripted_memory.ts";
import { App } from "./App.tsx";

const now = Date.now();
const memory = scriptedMemory(
  { rules: sampleRules(now), episodes: 128, pending: 12 },
  { "project:list": { items: [{ projectId: PROJECT, missing: false }] } },
);

const meta = {
  component: App,
  parameters: { mohen: { client: memory.client, projectId: PROJECT, bare: true } },
  beforeEach: () => {
    memory.begin();
    memory.client.setLink("live");
    location.hash = "#/memory";
    return () => history.replaceState(null, "", location.pathname + location.search);
  },
} satisfies Meta<typeof App>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Memory: Story = {
  play: async () => {
    await expect(await screen.findByRole("heading", { name: "记忆" })).toBeVisible();
    await waitFor(() => expect(document.title).toBe("记忆 · Mohen 墨痕"));
    // The keyboard's way past the bars.
    screen.getByRole("button", { name: "跳到正文" }).focus();
    await userEvent.keyboard("{Enter}");
    await expect(screen.getByRole("main")).toHaveFocus();
  },
};

export const SpeaksTheOther: Story = {
  play: async () => {
    await userEvent.click(await screen.findByRole("button", { name: /English/ }));
    await expect(await screen.findByRole("heading", { name: "Memory" })).toBeVisible();
    await expect(screen.getByRole("link", { name: "Insights" })).toBeVisible();
  },
};

export const ServerLost: Story = {
  play: async () => {
    await screen.findByRole("heading", { name: "记忆" });
    memory.client.setLink("lost");
    await expect(await screen.findByText(/连接断开了/)).toBeVisible();
    memory.client.setLink("live");
    await waitFor(() => expect(screen.queryByText(/连接断开了/)).toBeNull());
  },
};

export const Dark: Story = {
  parameters: { mohen: { client: memory.client, projectId: PROJECT, bare: true, theme: "dark" } },
};
