import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fireEvent, fn, userEvent, waitFor, within } from "storybook/test";
import { manyDrawn, NOW, STORY, TALKS } from "../sample_knowledge.ts";
import { KnowledgeGraph } from "./KnowledgeGraph.tsx";

const none = { axis: "time" as const, entities: [], items: [] };

const meta = {
  component: KnowledgeGraph,
  args: {
    picture: { at: NOW, knowledge: TALKS, story: STORY },
    onChoose: fn(),
    onExport: fn(),
  },
  parameters: { mohen: { now: NOW } },
} satisfies Meta<typeof KnowledgeGraph>;

export default meta;
type Story = StoryObj<typeof meta>;

/** The list is one stop for the keyboard; arrows go through it, Enter opens a card. */
export const ByKeyboard: Story = {
  args: { picture: { at: NOW, knowledge: none, story: STORY } },
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    const options = canvas.getAllByRole("option");
    await expect(options.filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1);
    options[0]?.focus();
    await expect(options[0]).toHaveAccessibleName(/^林远/);
    await userEvent.keyboard("{ArrowDown}{ArrowUp}{Enter}");
    await expect(options[0]).toHaveAttribute("aria-selected", "true");
    await expect(args.onChoose).toHaveBeenLastCalledWith("story", "林远", undefined);
    const card = within(canvas.getByRole("region", { name: "林远" }));
    await expect(card.getByText("又名 阿远", { exact: false })).toBeVisible();
    await expect(card.getByText("林远在旧码头")).toBeVisible();
    await userEvent.click(card.getByRole("button", { name: "苏晴" }));
    await expect(canvas.getByRole("region", { name: "苏晴" })).toBeVisible();
    await userEvent.keyboard("{Escape}");
  },
};

/** What held in an earlier chapter: the slider moves the card and the list with it. */
export const InTime: Story = {
  args: { picture: { at: NOW, knowledge: none, story: STORY } },
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole("option", { name: /^林远/ }));
    const slider = canvas.getByRole("slider", { name: /截至/ });
    await expect(slider).toHaveAttribute("aria-valuetext", "结尾");
    fireEvent.change(slider, { target: { value: "2" } });
    await waitFor(() => expect(slider).toHaveAttribute("aria-valuetext", "第 2 章"));
    const card = within(canvas.getByRole("region", { name: "林远" }));
    const groups = card.getAllByRole("heading", { level: 4 }).map((each) => each.textContent);
    await expect(groups).toEqual(["成立 3", "尚未成立 2"]);
    await expect(args.onChoose).toHaveBeenLastCalledWith("story", "林远", 2);
  },
};

export const Narrowed: Story = {
  args: { picture: { at: NOW, knowledge: none, story: STORY } },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole("option", { name: /^周伯/ }));
    await userEvent.click(canvas.getByRole("button", { name: "只看它和相邻的" }));
    await waitFor(() => expect(canvas.getAllByRole("option")).toHaveLength(2));
    await userEvent.click(canvas.getByRole("option", { name: /^林远/ }));
    await userEvent.click(canvas.getByRole("button", { name: "展开相邻的" }));
    await waitFor(() => expect(canvas.getAllByRole("option").length).toBeGreaterThan(4));
    await userEvent.click(canvas.getAllByRole("button", { name: "显示所有" })[0] as HTMLElement);
    await waitFor(() => expect(canvas.getAllByRole("option")).toHaveLength(9));
  },
};

export const Filtered: Story = {
  args: { picture: { at: NOW, knowledge: none, story: STORY } },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole("button", { name: /^人物/ }));
    await waitFor(() => expect(canvas.getAllByRole("option")).toHaveLength(6));
    await userEvent.type(canvas.getByRole("searchbox"), "码头");
    await waitFor(() => expect(canvas.getAllByRole("option").length).toBeLessThan(6));
    await userEvent.type(canvas.getByRole("searchbox"), "没有的名字");
    await expect(await canvas.findByText("没有这个名字或类型。")).toBeVisible();
  },
};

export const TwoDrawings: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(canvas.getAllByRole("option")).toHaveLength(9);
    await userEvent.click(canvas.getByRole("tab", { name: "对话" }));
    await waitFor(() => expect(canvas.getAllByRole("option")).toHaveLength(4));
  },
};

export const WithProfile: Story = {
  args: {
    picture: { at: NOW, knowledge: none, story: STORY },
    profile: {
      state: "ready",
      degraded: [],
      data: {
        name: "林远",
        attributes: [
          [{ en: "age", zh: "年龄" }, "32"],
          [{ en: "occupation", zh: "职业" }, "账房"],
        ],
        places: [{ where: ".mohen/characters/lin.md:3", excerpt: "年龄：32" }],
      },
    },
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole("option", { name: /^林远/ }));
    await expect(canvas.getByText("账房")).toBeVisible();
  },
};

export const FiveHundred: Story = {
  args: { picture: { at: NOW, knowledge: none, story: manyDrawn(500) } },
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getAllByRole("option")).toHaveLength(500);
  },
};

export const Empty: Story = {
  args: { picture: { at: NOW, knowledge: none } },
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getByText("这里还没有名字")).toBeVisible();
  },
};

export const Narrow: Story = {
  args: { picture: { at: NOW, knowledge: none, story: STORY } },
  decorators: [
    (Story) => (
      <div style={{ width: 330 }}>
        <Story />
      </div>
    ),
  ],
  play: async ({ canvasElement }) => {
    await expect(canvasElement.scrollWidth).toBeLessThanOrEqual(canvasElement.clientWidth);
  },
};

export const DarkEnglish: Story = {
  args: { picture: { at: NOW, knowledge: none, story: STORY } },
  parameters: { mohen: { now: NOW, theme: "dark", language: "en" } },
};
