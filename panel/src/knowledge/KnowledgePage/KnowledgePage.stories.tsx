import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, screen, userEvent, waitFor, within } from "storybook/test";
import { Failure } from "../../channels/client.ts";
import { never, scriptedClient } from "../../channels/scripted.ts";
import { NOW, PROJECT, sampleItem } from "../sample_knowledge.ts";
import { scriptedKnowledge } from "../scripted_knowledge.ts";
import { scriptedTalk } from "../scripted_talk.ts";
import { KnowledgePage } from "./KnowledgePage.tsx";

const meta = {
  component: KnowledgePage,
} satisfies Meta<typeof KnowledgePage>;

export default meta;
type Story = StoryObj<typeof meta>;

/** Each story has a memory of its own: what one forgets, another still knows. */
const own = (more = {}) => ({
  mohen: { answers: scriptedKnowledge(), projectId: PROJECT, now: NOW, ...more },
});

async function act(canvasElement: HTMLElement, words: string, name: string) {
  const canvas = within(canvasElement);
  const menu = await canvas.findByRole("button", { name: new RegExp(`「${words}.*操作`) });
  await userEvent.click(menu);
  await userEvent.click(await screen.findByRole("menuitem", { name }));
}

export const List: Story = {
  parameters: own(),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(await canvas.findByText("用户对花生过敏")).toBeVisible();
    const first = canvas.getAllByRole("listitem")[0];
    await expect(first).toHaveTextContent("用户对花生过敏");
    await userEvent.type(canvas.getByRole("searchbox"), "harbour");
    await waitFor(() => expect(canvas.getAllByRole("listitem")).toHaveLength(1));
    await expect(canvas.getByText("命中：词语相符")).toBeVisible();
  },
};

export const Add: Story = {
  parameters: own(),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(await canvas.findByRole("button", { name: "写一条" }));
    const dialog = within(await screen.findByRole("dialog"));
    await userEvent.click(dialog.getByRole("button", { name: "保存" }));
    await expect(dialog.getByText("还没有写要记住的内容。")).toBeVisible();
    await userEvent.type(dialog.getByRole("textbox"), "结局要冷");
    await userEvent.click(dialog.getByRole("button", { name: "保存" }));
    await expect(await canvas.findByText("结局要冷")).toBeVisible();
  },
};

const shared = scriptedClient(scriptedKnowledge());

/** Somebody else was faster: both are shown, and the choice is the author's. */
export const CorrectedMeanwhile: Story = {
  parameters: own({ client: shared }),
  play: async ({ canvasElement }) => {
    await act(canvasElement, "用户搬到了上海", "更正");
    const dialog = within(await screen.findByRole("dialog"));
    const theirs = { id: "f_1", version: 1, patch: { content: "用户搬到了苏州" } };
    await shared.call("knowledge:update", theirs);
    const field = dialog.getByRole("textbox");
    await userEvent.clear(field);
    await userEvent.type(field, "用户搬到了杭州");
    await userEvent.click(dialog.getByRole("button", { name: "保存" }));
    await expect(await dialog.findByText("这一条刚刚被改过")).toBeVisible();
    await userEvent.click(dialog.getByRole("button", { name: "保存" }));
    await expect(await within(canvasElement).findByText("用户搬到了杭州")).toBeVisible();
  },
};

export const ArchiveAndBack: Story = {
  parameters: own(),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await act(canvasElement, "李梅可能", "归档");
    await waitFor(() => expect(canvas.queryByText(/李梅可能/)).toBeNull());
    await userEvent.selectOptions(canvas.getByRole("combobox", { name: "范围" }), "archived");
    await expect(await canvas.findByText(/李梅可能/)).toBeVisible();
    await act(canvasElement, "李梅可能", "恢复");
    await waitFor(() => expect(canvas.queryByText(/李梅可能/)).toBeNull());
  },
};

export const History: Story = {
  parameters: own(),
  play: async ({ canvasElement }) => {
    await act(canvasElement, "用户搬到了上海", "历史与出处");
    const dialog = within(await screen.findByRole("dialog"));
    await expect(await dialog.findByText("The user lives in Beijing")).toBeVisible();
    await expect(dialog.getByText("s1，第 4 行")).toBeVisible();
  },
};

/** What goes with it is told first; nothing goes before the second click. */
export const Forget: Story = {
  parameters: own(),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await act(canvasElement, "用户搬到了上海", "遗忘");
    const dialog = within(await screen.findByRole("dialog"));
    await expect(
      await dialog.findByText("The user lives in Beijing", { exact: false }),
    ).toBeVisible();
    await userEvent.click(dialog.getByRole("button", { name: "取消" }));
    await expect(canvas.getByText("用户搬到了上海")).toBeVisible();
    await act(canvasElement, "用户搬到了上海", "遗忘");
    const again = within(await screen.findByRole("dialog"));
    await waitFor(() => expect(again.getByRole("button", { name: "遗忘" })).toBeEnabled());
    await userEvent.click(again.getByRole("button", { name: "遗忘" }));
    await waitFor(() => expect(canvas.queryByText("用户搬到了上海")).toBeNull());
  },
};

export const Graph: Story = {
  args: { tab: "graph" },
  parameters: own(),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(await canvas.findByRole("tab", { name: "故事" }));
    await userEvent.click(await canvas.findByRole("option", { name: /^林远/ }));
    await expect(await canvas.findByText("账房")).toBeVisible();
  },
};

export const Contradictions: Story = {
  args: { tab: "findings" },
  parameters: own(),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    const meant = await canvas.findAllByRole("button", { name: "这是有意的" });
    await userEvent.click(meant[0] as HTMLElement);
    await userEvent.click(canvas.getAllByRole("button", { name: "这是有意的" })[0] as HTMLElement);
    await expect(await canvas.findByRole("button", { name: "其实不是有意的" })).toBeVisible();
  },
};

/** What waits to be seen is forgotten like everything else: asked first, and the next has the focus. */
export const Held: Story = {
  args: { tab: "held" },
  parameters: own(),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(await canvas.findByRole("button", { name: "忘掉" }));
    const dialog = within(await screen.findByRole("dialog"));
    await expect(dialog.getByText(/collect\.example\.cn/)).toBeVisible();
    await waitFor(() => expect(dialog.getByRole("button", { name: "遗忘" })).toBeEnabled());
    await userEvent.click(dialog.getByRole("button", { name: "遗忘" }));
    await waitFor(() => expect(canvas.queryByText(/collect\.example\.cn/)).toBeNull());
    await waitFor(() => expect(canvas.getByRole("button", { name: "保留并引述" })).toHaveFocus());
  },
};

/** From what is known to the line it came from. */
export const WhereItWasSaid: Story = {
  parameters: own({ answers: { ...scriptedTalk(), ...scriptedKnowledge() } }),
  play: async ({ canvasElement }) => {
    await act(canvasElement, "用户搬到了上海", "看原话");
    const canvas = within(canvasElement);
    await expect(await canvas.findByText(/^还有，我搬到了上海/)).toBeVisible();
    await waitFor(() => expect(document.activeElement).toHaveAttribute("data-place", "4"));
  },
};

export const Empty: Story = {
  parameters: own({ answers: scriptedKnowledge([]) }),
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByText("这里还没有知识")).toBeVisible();
  },
};

export const Loading: Story = {
  parameters: own({ answers: { "knowledge:list": never, "knowledge:stats": never } }),
};

export const Failed: Story = {
  parameters: own({
    answers: {
      ...scriptedKnowledge(),
      "knowledge:list": new Failure({ code: "DB_ERROR", message: "unreadable", retryable: true }),
    },
  }),
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByRole("alert")).toBeVisible();
  },
};

export const TwoHundredEnglish: Story = {
  parameters: own({
    language: "en",
    answers: scriptedKnowledge(
      Array.from({ length: 200 }, (_, n) =>
        sampleItem({ id: `f_${n}`, content: `Fact number ${n}` }),
      ),
    ),
  }),
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByText("200 items")).toBeVisible();
  },
};

export const Dark: Story = { parameters: own({ theme: "dark" }) };

export const Narrow: Story = {
  parameters: own(),
  decorators: [
    (Story) => (
      <div style={{ width: 330 }}>
        <Story />
      </div>
    ),
  ],
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByText("用户对花生过敏")).toBeVisible();
    await expect(canvasElement.scrollWidth).toBeLessThanOrEqual(canvasElement.clientWidth);
  },
};
