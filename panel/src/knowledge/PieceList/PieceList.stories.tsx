import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, userEvent, waitFor, within } from "storybook/test";
import { Failure } from "../../channels/client.ts";
import type { Script } from "../../channels/scripted.ts";
import type { Mohen } from "../../mohen.tsx";
import { createKnowledge } from "../../state/knowledge.ts";
import { DAY, NOW, PROJECT, sampleItem } from "../sample_knowledge.ts";
import { scriptedKnowledge } from "../scripted_knowledge.ts";
import { PieceList } from "./PieceList.tsx";

const meta = {
  component: PieceList,
  args: { onOpenSource: fn() },
} satisfies Meta<typeof PieceList>;

export default meta;
type Story = StoryObj<typeof meta>;

/** The page around it asks for what is known. */
const known = (answers: Script = scriptedKnowledge(), more = {}) => ({
  mohen: {
    answers,
    projectId: PROJECT,
    now: NOW,
    begun: (mohen: Mohen) => void mohen.store(createKnowledge).getState().load(),
    ...more,
  },
});

const contents = (canvasElement: HTMLElement) =>
  [...canvasElement.querySelectorAll("[data-piece] p:first-child")].map((each) => each.textContent);

const aged = [
  sampleItem({ id: "f_1", content: "要紧而旧", importance: 1, createdAt: NOW - 9 * DAY }),
  sampleItem({ id: "f_2", content: "新而轻", importance: 0.1, createdAt: NOW }),
];

/** What matters first; or what is newest. */
export const Ordered: Story = {
  parameters: known(scriptedKnowledge(aged)),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await canvas.findByText("2 条");
    await expect(contents(canvasElement)).toEqual(["要紧而旧", "新而轻"]);
    await userEvent.selectOptions(canvas.getByRole("combobox", { name: "排序" }), "最新的在前");
    await expect(contents(canvasElement)).toEqual(["新而轻", "要紧而旧"]);
  },
};

/** One kind only; and what no longer holds is kept apart from what does. */
export const Sifted: Story = {
  parameters: known(),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await canvas.findByText("5 条");
    await userEvent.selectOptions(canvas.getByRole("combobox", { name: "类型" }), "推断");
    await canvas.findByText("1 条");
    await expect(contents(canvasElement)).toEqual(["李梅可能不喜欢海边的结局"]);
    await userEvent.selectOptions(canvas.getByRole("combobox", { name: "类型" }), "全部");
    await userEvent.selectOptions(canvas.getByRole("combobox", { name: "范围" }), "已不成立");
    await waitFor(() => expect(contents(canvasElement)).toEqual(["The user lives in Beijing"]));
  },
};

/** Nothing fits: that is another thing than nothing known. */
export const NothingFound: Story = {
  parameters: known(),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await canvas.findByText("5 条");
    await userEvent.type(canvas.getByRole("searchbox"), "没有这样的话");
    await expect(await canvas.findByText("没有找到")).toBeVisible();
    // What was found comes in its own order.
    await expect(canvas.queryByRole("combobox", { name: "排序" })).toBeNull();
  },
};

const paged: Script = {
  ...scriptedKnowledge(),
  "knowledge:list": ({ cursor }) => ({
    items: cursor ? aged.slice(1) : aged.slice(0, 1),
    page: { limit: 200, ...(!cursor && { nextCursor: "1" }) },
  }),
};

export const PageByPage: Story = {
  parameters: known(paged),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(await canvas.findByRole("button", { name: "更多" }));
    await canvas.findByText("2 条");
    await expect(canvas.queryByRole("button", { name: "更多" })).toBeNull();
  },
};

const busy = new Failure({
  code: "DB_ERROR",
  message: "busy",
  retryable: true,
  details: { reason: "busy" },
});

/** What cannot be read says why; writing something down is possible still. */
export const Unreadable: Story = {
  parameters: known({ ...scriptedKnowledge(), "knowledge:list": busy }),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(await canvas.findByRole("alert")).toHaveTextContent("记忆库正忙");
    await expect(canvas.getByRole("button", { name: "写一条" })).toBeEnabled();
    await expect(canvas.queryByText("这里还没有知识")).toBeNull();
  },
};

export const EnglishDark: Story = {
  parameters: known(scriptedKnowledge(), { language: "en", theme: "dark" }),
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByText("5 items")).toBeVisible();
  },
};
