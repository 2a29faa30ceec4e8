import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, userEvent, waitFor, within } from "storybook/test";
import { unreachable } from "../../channels/client.ts";
import { OFFLINE, PROJECT, scriptedDesk } from "../scripted_desk.ts";
import { Desk } from "./Desk.tsx";

const FIRST = "chapters/01-雾中的信.md";

const meta = {
  component: Desk,
  args: { onLoadSample: fn(), onSettings: fn() },
  decorators: [
    (Story) => (
      <div style={{ height: "100vh" }}>
        <Story />
      </div>
    ),
  ],
  beforeEach: () => localStorage.clear(),
} satisfies Meta<typeof Desk>;

export default meta;
type Story = StoryObj<typeof meta>;

const at = (desk: ReturnType<typeof scriptedDesk>, more: object = {}) => ({
  mohen: { client: desk.client, projectId: PROJECT, bare: true, ...more },
});

async function opened(canvasElement: HTMLElement) {
  const canvas = within(canvasElement);
  const editor = await canvas.findByRole("textbox", { name: /雾中的信/ }, { timeout: 20_000 });
  await waitFor(() => expect(editor).toHaveTextContent("雾是从海上来的"));
  return { canvas, editor };
}

async function atTheEnd(editor: HTMLElement) {
  editor.focus();
  await userEvent.keyboard("{Control>}{End}{/Control}");
}

const accepting = scriptedDesk();
export const AcceptAndEdit: Story = {
  parameters: at(accepting),
  play: async ({ canvasElement }) => {
    const { canvas, editor } = await opened(canvasElement);
    await atTheEnd(editor);
    await userEvent.click(canvas.getByRole("button", { name: "续写" }));
    const candidate = await canvas.findByRole("tab", { name: "候选 2" });
    await userEvent.click(candidate);
    await userEvent.click(canvas.getByRole("button", { name: "采纳" }));
    await expect(editor).toHaveTextContent("林晚停下脚步");
    await userEvent.click(canvas.getByRole("button", { name: "改好了" }));
    await expect(await canvas.findAllByText("已记录：原样采纳")).not.toHaveLength(0);
    await waitFor(() => expect(accepting.textOf(FIRST)).toContain("林晚停下脚步"));
  },
};

const taking = scriptedDesk();
export const UndoneAtOnce: Story = {
  parameters: at(taking),
  play: async ({ canvasElement }) => {
    const { canvas, editor } = await opened(canvasElement);
    await atTheEnd(editor);
    await userEvent.click(canvas.getByRole("button", { name: "续写" }));
    await userEvent.click(await canvas.findByRole("button", { name: "采纳" }));
    await expect(editor).toHaveTextContent("她没有回头");
    await userEvent.keyboard("{Control>}z{/Control}");
    await expect(editor).not.toHaveTextContent("她没有回头");
    await waitFor(() => expect(taking.client.callsOf("memory:episode:undo")).toHaveLength(1), {
      timeout: 4_000,
    });
    await expect(await canvas.findAllByText("已记录：采纳后撤销")).not.toHaveLength(0);
  },
};

const streaming = scriptedDesk({ slow: true });
export const StreamingThenStopped: Story = {
  parameters: at(streaming),
  play: async ({ canvasElement }) => {
    const { canvas, editor } = await opened(canvasElement);
    await atTheEnd(editor);
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    await expect(await canvas.findByRole("tab", { name: "候选 2 · 在写" })).toBeVisible();
    await expect(canvas.getByRole("button", { name: "续写" })).toHaveAccessibleDescription(
      /正在写，请稍候/,
    );
    await userEvent.keyboard("{Escape}");
    await expect(await canvas.findByText("已停止，还没有写出什么。")).toBeVisible();
    await expect(streaming.client.callsOf("ai:skill:feedback")).toHaveLength(0);
  },
};

const longer = scriptedDesk({ slow: true });
export const EditedWhileItWrites: Story = {
  parameters: at(longer),
  play: async ({ canvasElement }) => {
    const { canvas, editor } = await opened(canvasElement);
    await atTheEnd(editor);
    await userEvent.click(canvas.getByRole("button", { name: "续写" }));
    await canvas.findByRole("tab", { name: "候选 2 · 在写" });
    editor.focus();
    await userEvent.keyboard("{Control>}{Home}{/Control}序。");
    longer.finish();
    await userEvent.click(await canvas.findByRole("button", { name: "采纳" }));
    const text = editor.textContent ?? "";
    await expect(text.startsWith("序。")).toBe(true);
    await expect(text.indexOf("她没有回头")).toBeGreaterThan(text.indexOf("你不该回来"));
  },
};

const polishing = scriptedDesk({ model: OFFLINE });
export const OfflinePolish: Story = {
  parameters: at(polishing),
  play: async ({ canvasElement }) => {
    const { canvas, editor } = await opened(canvasElement);
    await atTheEnd(editor);
    await userEvent.keyboard("{ArrowUp}{ArrowUp}{Shift>}{ArrowUp}{/Shift}");
    await expect(canvas.getByText(/作用于选区/)).toBeVisible();
    await userEvent.click(canvas.getByRole("button", { name: "润色" }));
    await expect(await canvas.findByText(/未配置语言模型/)).toBeVisible();
    await expect(canvasElement.querySelectorAll("ins").length).toBeGreaterThan(0);
  },
};

const rejecting = scriptedDesk();
export const RejectedWithAReason: Story = {
  parameters: at(rejecting),
  play: async ({ canvasElement }) => {
    const { canvas, editor } = await opened(canvasElement);
    await atTheEnd(editor);
    await userEvent.keyboard("{Control>}k{/Control}");
    await userEvent.type(await canvas.findByLabelText("查找技能"), "对话{Enter}");
    await userEvent.click(await canvas.findByRole("button", { name: "都不要" }));
    const dialog = within(canvas.getByRole("dialog"));
    await userEvent.click(dialog.getByRole("button", { name: "不像我的口吻" }));
    await userEvent.click(dialog.getByRole("button", { name: "都不要" }));
    await expect(await canvas.findAllByText("已记录：全部拒绝")).not.toHaveLength(0);
    await expect(rejecting.client.callsOf("ai:skill:feedback")[0]).toMatchObject({
      action: "reject",
      explicit: "不像我的口吻",
    });
  },
};

const contested = scriptedDesk();
export const ConflictOnSave: Story = {
  parameters: at(contested),
  play: async ({ canvasElement }) => {
    const { canvas, editor } = await opened(canvasElement);
    contested.meddle(FIRST, "# 雾中的信\n\n别人改过的一章。\n", { quietly: true });
    await atTheEnd(editor);
    await userEvent.keyboard("我又写了一句。");
    await expect(
      await canvas.findByText("这一章在别处被改动了", {}, { timeout: 4_000 }),
    ).toBeVisible();
    await expect(editor).toHaveTextContent("我又写了一句。");
    await userEvent.click(canvas.getByRole("button", { name: "采用文件里的" }));
    await expect(editor).toHaveTextContent("别人改过的一章。");
    editor.focus();
    await userEvent.keyboard("{Control>}z{/Control}");
    await expect(editor).toHaveTextContent("我又写了一句。");
  },
};

const away = scriptedDesk();
export const ServerAway: Story = {
  parameters: at(away),
  play: async ({ canvasElement }) => {
    const { canvas, editor } = await opened(canvasElement);
    away.client.script({ "chapter:write": unreachable("away") });
    away.client.setLink("lost");
    await atTheEnd(editor);
    await userEvent.keyboard("断线时写的。");
    await expect(
      await canvas.findByText("服务没有应答，文字暂存在这里", {}, { timeout: 4_000 }),
    ).toBeVisible();
    await expect(canvas.getByRole("button", { name: "续写" })).toHaveAccessibleDescription(
      /服务没有应答/,
    );
    await expect(localStorage.getItem(`mohen-draft:${JSON.stringify([PROJECT, FIRST])}`)).toContain(
      "断线时写的。",
    );
  },
};

const other = scriptedDesk();
export const AnotherChapter: Story = {
  parameters: at(other),
  play: async ({ canvasElement }) => {
    const { canvas, editor } = await opened(canvasElement);
    await atTheEnd(editor);
    await userEvent.click(canvas.getByRole("button", { name: "续写" }));
    await canvas.findByRole("button", { name: "采纳" });
    await userEvent.click(canvas.getByRole("button", { name: /灯塔/ }));
    await waitFor(() => expect(editor).toHaveTextContent("楼梯一共一百零七级"));
    await expect(canvas.getByRole("button", { name: "采纳" })).toBeDisabled();
    await userEvent.click(canvas.getByRole("button", { name: "去那一章" }));
    await waitFor(() => expect(editor).toHaveTextContent("雾是从海上来的"));
    await userEvent.click(canvas.getByRole("button", { name: "采纳" }));
    await expect(editor).toHaveTextContent("她没有回头");
  },
};

export const EmptyDesk: Story = {
  parameters: { mohen: { client: scriptedDesk({ projects: [] }).client, bare: true } },
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole("button", { name: "载入示例项目" }));
    await expect(args.onLoadSample).toHaveBeenCalledOnce();
    await userEvent.click(canvas.getByRole("button", { name: "新建项目" }));
    await userEvent.type(canvas.getByLabelText("项目名称"), "新书{Enter}");
    const editor = await canvas.findByRole("textbox", { name: /雾中的信/ }, { timeout: 20_000 });
    await expect(editor).toBeVisible();
    await waitFor(() => expect(editor).toHaveFocus()); // one begins to write, not to look for it
  },
};

const narrow = scriptedDesk();
export const Narrow: Story = {
  parameters: at(narrow),
  decorators: [
    (Story) => (
      <div style={{ width: 390, height: "100vh" }}>
        <Story />
      </div>
    ),
  ],
  play: async ({ canvasElement }) => {
    const { canvas, editor } = await opened(canvasElement);
    await atTheEnd(editor);
    await userEvent.click(canvas.getByRole("button", { name: "AI" }));
    await expect(editor).not.toBeVisible();
    await userEvent.click(canvas.getByRole("button", { name: "续写" }));
    await userEvent.click(await canvas.findByRole("button", { name: "采纳" }));
    await expect(editor).toBeVisible();
    await expect(editor).toHaveTextContent("她没有回头");
  },
};

export const EnglishAndDark: Story = {
  parameters: at(scriptedDesk(), { language: "en", theme: "dark" }),
  play: async ({ canvasElement }) => {
    const { canvas, editor } = await opened(canvasElement);
    await atTheEnd(editor);
    await userEvent.click(canvas.getByRole("button", { name: "Continue" }));
    await expect(await canvas.findByRole("button", { name: "Accept" })).toBeVisible();
    await expect(canvas.getByRole("tabpanel")).toHaveTextContent(/她没有回头/);
  },
};
