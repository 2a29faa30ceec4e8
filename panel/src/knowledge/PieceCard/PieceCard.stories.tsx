import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, screen, userEvent, within } from "storybook/test";
import { sampleItem, sampleItems } from "../sample_knowledge.ts";
import { PieceCard } from "./PieceCard.tsx";

const piece = (id: string) =>
  sampleItems().find((each) => each.id === id) ?? sampleItem({ id, content: id });

const meta = {
  component: PieceCard,
  args: { piece: piece("f_1"), onAct: fn() },
  decorators: [
    (Story) => (
      <ul>
        <Story />
      </ul>
    ),
  ],
} satisfies Meta<typeof PieceCard>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Fact: Story = {
  play: async ({ canvasElement, args }) => {
    await userEvent.click(within(canvasElement).getByRole("button"));
    await userEvent.click(await screen.findByRole("menuitem", { name: "归档" }));
    await expect(args.onAct).toHaveBeenCalledWith("archive", args.piece);
  },
};

export const Belief: Story = { args: { piece: piece("b_1") } };
export const TypedNote: Story = { args: { piece: piece("n_1") } };
export const StaleSummary: Story = { args: { piece: piece("s_1") } };

/** What was replaced is not corrected or restored: what replaced it is. */
export const Superseded: Story = {
  args: { piece: piece("f_0") },
  play: async ({ canvasElement }) => {
    await userEvent.click(within(canvasElement).getByRole("button"));
    const names = (await screen.findAllByRole("menuitem")).map((each) => each.textContent);
    await expect(names).toEqual(["历史与出处", "看原话", "遗忘"]);
  },
};

export const Long: Story = {
  args: { piece: sampleItem({ id: "f_9", content: "很长的一句话，".repeat(40) }) },
};
