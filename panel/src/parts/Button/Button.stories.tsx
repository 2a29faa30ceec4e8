import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, userEvent, within } from "storybook/test";
import { Button } from "./Button.tsx";

const meta = {
  component: Button,
  args: { children: "更新偏好", onClick: fn() },
} satisfies Meta<typeof Button>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Plain: Story = {
  play: async ({ canvasElement, args }) => {
    await userEvent.click(within(canvasElement).getByRole("button"));
    await expect(args.onClick).toHaveBeenCalledOnce();
  },
};

export const Primary: Story = { args: { kind: "primary", icon: "check" } };
export const Danger: Story = { args: { kind: "danger", icon: "trash", children: "删除" } };
export const Quiet: Story = { args: { kind: "quiet", size: "small", children: "为什么？" } };

export const Disabled: Story = {
  args: { disabled: true },
  play: async ({ canvasElement, args }) => {
    await userEvent.click(within(canvasElement).getByRole("button"), { pointerEventsCheck: 0 });
    await expect(args.onClick).not.toHaveBeenCalled();
  },
};

export const Busy: Story = {
  args: { busy: true },
  play: async ({ canvasElement, args }) => {
    const button = within(canvasElement).getByRole("button");
    await expect(button).toHaveAttribute("aria-busy", "true");
    await expect(button).toHaveAttribute("aria-disabled", "true");
    await userEvent.click(button);
    await expect(args.onClick).not.toHaveBeenCalled();
    await expect(button).toHaveFocus();
  },
};

const every = () => (
  <div style={{ display: "flex", flexWrap: "wrap", gap: 8, alignItems: "center" }}>
    {(["plain", "primary", "danger", "quiet"] as const).flatMap((kind) => [
      <Button key={kind} kind={kind} icon="pen">
        修改
      </Button>,
      <Button key={`${kind}-small`} kind={kind} size="small">
        Confirm
      </Button>,
      <Button key={`${kind}-busy`} kind={kind} busy>
        正在更新
      </Button>,
      <Button key={`${kind}-disabled`} kind={kind} disabled>
        Update
      </Button>,
    ])}
  </div>
);

export const Every: Story = { render: every };
export const EveryDark: Story = { render: every, parameters: { mohen: { theme: "dark" } } };
