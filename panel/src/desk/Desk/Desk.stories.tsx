import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, userEvent, waitFor, within } from "storybook/test";
import { unreachable } from "../../channels/client.ts";
import { CONTINUATIONS, OFFLINE, PROJECT, scriptedDesk } from "../scripted_desk.ts";
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
  const editor = await canvas.findByRole("textbox", { name: /雾中的信/ }, { timeout: 5000 });
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
