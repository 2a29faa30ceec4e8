import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, userEvent, within } from "storybook/test";
import { SaveActions } from "./SaveActions.tsx";

const onSubmit = fn((event: { preventDefault(): void }) => event.preventDefault());

const meta = {
  component: SaveActions,
  args: { label: "保存", busy: false, onDiscard: fn() },
  beforeEach: () => void onSubmit.mockClear(),
  decorators: [
    (Story) => (
      <form onSubmit={onSubmit}>
        <Story />
      </form>
    ),
  ],
} satisfies Meta<typeof SaveActions>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Changed: Story = {
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole("button", { name: "放弃修改" }));
    await expect(args.onDiscard).toHaveBeenCalledOnce();
    await expect(onSubmit).not.toHaveBeenCalled();
    await userEvent.click(canvas.getByRole("button", { name: "保存" }));
    await expect(onSubmit).toHaveBeenCalledOnce();
  },
};

export const Saving: Story = {
  args: { busy: true },
  play: async ({ canvasElement }) => {
    await userEvent.click(within(canvasElement).getByRole("button", { name: "保存" }));
    await expect(onSubmit).not.toHaveBeenCalled();
  },
};

export const NotToBeSaved: Story = {
  args: { sound: false },
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getByRole("button", { name: "保存" })).toBeDisabled();
  },
};

export const EnglishDark: Story = {
  args: { label: "Save" },
  parameters: { mohen: { language: "en", theme: "dark" } },
};
