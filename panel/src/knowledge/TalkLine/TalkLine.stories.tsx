import type { Meta, StoryObj } from "@storybook/react-vite";
import { fn } from "storybook/test";
import { NOW, sampleItems } from "../sample_knowledge.ts";
import { LONG_ANSWER } from "../sample_talk.ts";
import { TalkLine } from "./TalkLine.tsx";

const meta = {
  component: TalkLine,
  args: {
    message: {
      session: "s1",
      place: 4,
      role: "user",
      speaker: "林晚",
      text: "还有，我搬到了上海，新家离江边很近。",
      at: NOW,
    },
    facts: sampleItems().slice(0, 2),
    onFact: fn(),
    onForget: fn(),
  },
  decorators: [
    (Story) => (
      <ol style={{ maxWidth: 640 }}>
        <Story />
      </ol>
    ),
  ],
} satisfies Meta<typeof TalkLine>;

export default meta;
type Story = StoryObj<typeof meta>;

const said = { session: "s2", place: 2, at: NOW } as const;

export const Users: Story = {};
export const Marked: Story = { args: { marked: true, marks: ["上海"] } };
export const LongAndTheAssistants: Story = {
  args: { message: { ...said, role: "assistant", speaker: "Ink", text: LONG_ANSWER }, facts: [] },
};
export const Tools: Story = {
  args: { message: { ...said, role: "tool", text: '{"weather": "rain"}' }, facts: [] },
};
export const DarkEnglish: Story = { parameters: { mohen: { theme: "dark", language: "en" } } };
