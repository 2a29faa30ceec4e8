import type { Meta, StoryObj } from "@storybook/react-vite";
import { type ReactNode, useState } from "react";
import { expect, fn, userEvent, waitFor, within } from "storybook/test";
import { Button } from "../Button/Button.tsx";
import { TextField } from "../TextField/TextField.tsx";
import { Dialog, type DialogProps } from "./Dialog.tsx";

function Opener({ onClose, ...rest }: DialogProps) {
  const [open, setOpen] = useState(rest.open);
  const close = () => {
    setOpen(false);
    onClose();
  };
  return (
    <div style={{ minHeight: 460 }}>
      <Button onClick={() => setOpen(true)}>打开</Button>
      <Dialog {...rest} open={open} onClose={close} />
    </div>
  );
}

function Field({ children }: { children?: ReactNode }) {
  const [text, setText] = useState("动作场景用短句");
  return (
    <>
      {children}
      <TextField label="规则" value={text} onChange={setText} multiline />
    </>
  );
}

const meta = {
  component: Dialog,
  render: Opener,
  args: {
    open: false,
    title: "修改这条偏好",
    onClose: fn(),
    children: <Field />,
    actions: <Button kind="primary">保存</Button>,
  },
} satisfies Meta<typeof Dialog>;

export default meta;
type Story = StoryObj<typeof meta>;

export const FocusComesBack: Story = {
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    const opener = canvas.getByRole("button", { name: "打开" });
    await userEvent.click(opener);
    const dialog = canvas.getByRole("dialog", { name: "修改这条偏好" });
    await expect(within(dialog).getByLabelText("规则")).toHaveFocus();
    await userEvent.click(within(dialog).getByRole("button", { name: "关闭" }));
    await expect(args.onClose).toHaveBeenCalledOnce();
    await waitFor(() => expect(canvas.queryByRole("dialog")).toBeNull());
    await expect(opener).toHaveFocus();
  },
};

export const TitleFirst: Story = {
  args: { children: "没有要填的，先读标题。", open: true },
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getByRole("heading")).toHaveFocus();
  },
};

export const Beside: Story = {
  args: { open: true, placement: "side", title: "为什么这样写？", actions: undefined },
  play: async ({ canvasElement, args }) => {
    await userEvent.click(within(canvasElement).getByRole("dialog"));
    await expect(args.onClose).toHaveBeenCalledOnce();
  },
};

const danger = {
  open: true,
  tone: "danger",
  title: "清除这个项目的全部记忆？",
  children: "将删除 128 条经历和 9 条偏好，无法恢复。",
  actions: (
    <>
      <Button>取消</Button>
      <Button kind="danger" icon="trash">
        全部清除
      </Button>
    </>
  ),
} as const;

export const Danger: Story = {
  args: danger,
  play: async ({ canvasElement, args }) => {
    await userEvent.click(within(canvasElement).getByRole("dialog"));
    await expect(args.onClose).not.toHaveBeenCalled();
    await expect(within(canvasElement).getByRole("dialog")).toBeVisible();
  },
};
export const DangerDark: Story = { args: danger, parameters: { mohen: { theme: "dark" } } };

export const Long: Story = {
  args: {
    open: true,
    wide: true,
    children: Array.from({ length: 60 }, (_, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: nothing but lines
      <p key={at}>第 {at + 1} 行：长的内容在里面滚动，标题和按钮留在原处。</p>
    )),
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    const save = canvas.getByRole("button", { name: "保存" });
    await expect(save.getBoundingClientRect().bottom).toBeLessThanOrEqual(innerHeight);
    // Keys reach what scrolls once it was measured, a frame later.
    await waitFor(() => expect(canvas.getByRole("group")).toHaveAttribute("tabindex", "0"), {
      timeout: 10_000,
    });
  },
};
