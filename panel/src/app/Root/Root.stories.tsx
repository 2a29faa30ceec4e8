import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, screen, spyOn, waitFor } from "storybook/test";
import { createEntry } from "../entry.ts";
import { Root } from "./Root.tsx";

/** Nobody has been here before. */
function stranger() {
  return createEntry({ getItem: () => null, setItem: () => {}, removeItem: () => {} });
}

const meta = {
  component: Root,
  args: { entry: stranger() },
  parameters: { mohen: { bare: true } },
  beforeEach: () => {
    localStorage.setItem("mohen-manner", '{"language":"zh","theme":"light"}');
    return () => localStorage.removeItem("mohen-manner");
  },
} satisfies Meta<typeof Root>;

export default meta;
type Story = StoryObj<typeof meta>;

/** Without a ticket or a key there is the gate, and nobody is asked anything. */
export const FirstVisit: Story = {
  beforeEach: () => {
    const asked = spyOn(globalThis, "fetch");
    return () => {
      expect(asked).not.toHaveBeenCalled();
      asked.mockRestore();
    };
  },
  play: async () => {
    await expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("与你一同写作");
    await expect(document.documentElement).toHaveAttribute("lang", "zh");
  },
};

/** A link that lets nobody in leads to the plain page that says what to do. */
export const LinkUsedBefore: Story = {
  args: { ticket: "used-in-a-story", leave: fn() },
  beforeEach: () => {
    const used = async () => Response.json({ ok: false }, { status: 401 });
    const asked = spyOn(globalThis, "fetch").mockImplementation(used);
    return () => asked.mockRestore();
  },
  play: async ({ args }) => {
    await waitFor(() => expect(args.leave).toHaveBeenCalledOnce());
    await expect(screen.queryByRole("navigation")).toBeNull();
  },
};

export const ServerAway: Story = {
  args: { ticket: "away-in-a-story" },
  beforeEach: () => {
    localStorage.setItem("mohen-manner", '{"language":"en","theme":"dark"}');
    const asked = spyOn(globalThis, "fetch").mockRejectedValue(new TypeError("failed to fetch"));
    return () => asked.mockRestore();
  },
  play: async () => {
    await expect(await screen.findByText(/The server does not answer/)).toBeVisible();
    await expect(document.documentElement).toHaveAttribute("lang", "en");
  },
};
