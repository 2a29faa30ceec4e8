import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, userEvent, waitFor, within } from "storybook/test";
import { scriptedClient } from "../../channels/scripted.ts";
import type { Mohen } from "../../mohen.tsx";
import { Toasts } from "./Toasts.tsx";

const undone = fn();

function begun({ toasts }: Mohen) {
  const { show } = toasts.getState();
  show({ text: "已清除项目“实验小说”的记忆", tone: "success" }, 3_600_000);
  const action = { label: "撤销", act: undone };
  show({ text: "已删除「动作场景用短句」", tone: "info", action }, 3_600_000);
  show({ text: "连不上墨痕：请确认本机的 mohen serve 还在运行。", tone: "danger" });
}

const meta = {
  component: Toasts,
  decorators: [(Story) => <div style={{ minHeight: 300 }}>{Story()}</div>],
} satisfies Meta<typeof Toasts>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Some: Story = {
  parameters: { mohen: { begun, client: scriptedClient({}) } },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    const said = canvas.getByText(/连不上/).closest("[aria-live]");
    await expect(said).toHaveAttribute("aria-live", "assertive");
    await userEvent.click(canvas.getByRole("button", { name: "撤销" }));
    await expect(undone).toHaveBeenCalled();
    await expect(canvas.queryByText(/动作场景用短句/)).toBeNull();
    await userEvent.click(canvas.getAllByRole("button", { name: "知道了" })[0] ?? canvasElement);
    await waitFor(() => expect(canvas.queryByText(/连不上/)).toBeNull());
  },
};

export const Dark: Story = {
  parameters: { mohen: { begun, client: scriptedClient({}), theme: "dark" } },
};

export const None: Story = {
  play: async ({ canvasElement }) => {
    const region = within(canvasElement).getByRole("region", { name: "通知" });
    await expect(region.querySelectorAll("[aria-live]")).toHaveLength(2);
  },
};
