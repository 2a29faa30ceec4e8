import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, userEvent, within } from "storybook/test";
import { Button } from "../Button/Button.tsx";
import { Notice } from "./Notice.tsx";

const meta = {
  component: Notice,
  args: { tone: "info", children: "学习已暂停，新的修改不会被记住。" },
} satisfies Meta<typeof Notice>;

export default meta;
type Story = StoryObj<typeof meta>;

const tones = () => (
  <div style={{ display: "grid", gap: 12, maxWidth: 520 }}>
    <Notice tone="info">学习已暂停，新的修改不会被记住。</Notice>
    <Notice tone="success" title="已更新">
      从最近的 8 次修改中得到 2 条偏好。
    </Notice>
    <Notice
      tone="warning"
      title="偏好互相冲突"
      actions={
        <>
          <Button size="small">保留新的</Button>
          <Button size="small" kind="quiet">
            稍后再说
          </Button>
        </>
      }
    >
      「动作场景用短句」与「动作场景用长句」说法相反。
    </Notice>
    <Notice tone="danger" title="没能记下来" onDismiss={() => {}}>
      磁盘已满，请腾出空间后再试。
    </Notice>
  </div>
);

export const Tones: Story = {
  render: tones,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(canvas.getAllByRole("status")).toHaveLength(3);
    await expect(canvas.getByRole("alert")).toHaveTextContent("没能记下来");
  },
};
export const TonesDark: Story = { render: tones, parameters: { mohen: { theme: "dark" } } };

export const PutAway: Story = {
  args: { onDismiss: fn() },
  play: async ({ canvasElement, args }) => {
    await userEvent.click(within(canvasElement).getByRole("button", { name: "知道了" }));
    await expect(args.onDismiss).toHaveBeenCalledOnce();
  },
};

export const Unsaid: Story = {
  args: { tone: "danger", live: "off" },
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).queryByRole("alert")).toBeNull();
  },
};
