import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, userEvent, within } from "storybook/test";
import { PanelFooter } from "./PanelFooter.tsx";

const meta = {
  component: PanelFooter,
  args: {
    episodes: 1280,
    lastUpdate: Date.now() - 7_200_000,
    pending: 12,
    paused: false,
    onHistory: fn(),
    onAdd: fn(),
    onUpdate: fn(),
    onPause: fn(),
    onResume: fn(),
  },
} satisfies Meta<typeof PanelFooter>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {
  play: async ({ canvasElement, args }) => {
    const here = within(canvasElement);
    await expect(here.getByText("已积累 1,280 次交互")).toBeVisible();
    for (const [name, act] of [
      ["查看学习历史", args.onHistory],
      ["手动添加规则", args.onAdd],
      ["更新偏好", args.onUpdate],
      ["暂停学习", args.onPause],
    ] as const) {
      await userEvent.click(here.getByRole("button", { name }));
      await expect(act).toHaveBeenCalledOnce();
    }
  },
};

export const Paused: Story = {
  args: { paused: true },
  play: async ({ canvasElement, args }) => {
    const here = within(canvasElement);
    await expect(here.getByRole("button", { name: "更新偏好" })).toBeDisabled();
    await userEvent.click(here.getByRole("button", { name: "恢复学习" }));
    await expect(args.onResume).toHaveBeenCalledOnce();
  },
};

export const Updating: Story = { args: { updating: true } };

/** Nothing learned yet, one interaction; and what cannot be counted is not said to be none. */
export const Beginning: Story = {
  args: { episodes: 1, lastUpdate: undefined, pending: 0 },
  parameters: { mohen: { language: "en" } },
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getByText("1 interaction recorded")).toBeVisible();
    await expect(within(canvasElement).getByText("Nothing learned yet")).toBeVisible();
  },
};

export const Uncountable: Story = { args: { episodes: undefined, pending: undefined } };
