import type { Meta, StoryObj } from "@storybook/react-vite";
import { fn } from "storybook/test";
import { sampleItem } from "../sample_knowledge.ts";
import { sampleTalk } from "../sample_talk.ts";
import { FoundSaid } from "./FoundSaid.tsx";

const reason = { zh: "词语相符", en: "words match" };
const fact = { ...sampleItem({ id: "f_1", content: "用户搬到了上海" }), relevance: 1, reason };
const quotes = sampleTalk().map((message, n, all) => {
  const [before, after] = [all[n - 1], all[n + 1]];
  return {
    message,
    score: 1,
    because: [],
    ...(before?.session === message.session && { before }),
    ...(after?.session === message.session && { after }),
  };
});

const meta = {
  component: FoundSaid,
  args: {
    answers: {
      items: quotes.map((said) => ({
        facts: said.message.text.includes("上海，") ? [fact] : [],
        said,
        replaced: said.message.session === "s0" ? ["The user lives in Beijing"] : [],
      })),
      marks: ["上海", "harbour"],
    },
    onOpen: fn(),
    onFact: fn(),
  },
} satisfies Meta<typeof FoundSaid>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Together: Story = {};
export const NotKnown: Story = { args: { answers: { items: [], marks: [] } } };
export const DarkEnglish: Story = { parameters: { mohen: { theme: "dark", language: "en" } } };
