import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, screen, within } from "storybook/test";
import { Failure } from "../../channels/client.ts";
import { NOW, sampleItems } from "../sample_knowledge.ts";
import { PieceHistory } from "./PieceHistory.tsx";

const [item, before] = sampleItems();
if (!item || !before) throw new Error("the sample has lost its items");

const meta = {
  component: PieceHistory,
  args: {
    detail: {
      item,
      currentScore: 0.78,
      sources: [{ session: "s1", line: 4, at: NOW }],
      history: [item, before],
      derived: ["s_1"],
    },
    onClose: fn(),
  },
} satisfies Meta<typeof PieceHistory>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {
  play: async () => {
    const dialog = within(await screen.findByRole("dialog"));
    const [now, then] = dialog.getAllByRole("listitem");
    await expect(now).toHaveTextContent("成立");
    await expect(then).toHaveTextContent("已被取代");
    await expect(dialog.getByText("另有 1 条由它得出。")).toBeVisible();
  },
};

export const Loading: Story = { args: { detail: undefined } };
export const Gone: Story = {
  args: { detail: new Failure({ code: "NOT_FOUND", message: "gone", retryable: false }) },
  play: async () => {
    await expect(within(await screen.findByRole("dialog")).getByRole("alert")).toBeVisible();
  },
};
