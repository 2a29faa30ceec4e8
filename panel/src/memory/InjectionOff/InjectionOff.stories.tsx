import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, userEvent, within } from "storybook/test";
import { remembering, settled } from "../memory_story.tsx";
import { InjectionOff } from "./InjectionOff.tsx";

const meta = {
  component: InjectionOff,
  args: { onLook: fn() },
} satisfies Meta<typeof InjectionOff>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Off: Story = {
  ...remembering({ settings: { injectionEnabled: false } }).story,
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    await expect(await canvas.findByText("AI 写作时看不到这些规则")).toBeVisible();
    await userEvent.click(canvas.getByRole("button", { name: "查看与开启" }));
    await expect(args.onLook).toHaveBeenCalledOnce();
  },
};

export const On: Story = {
  ...remembering({}).story,
  play: async ({ canvasElement }) => {
    await settled();
    await expect(within(canvasElement).queryByText("AI 写作时看不到这些规则")).toBeNull();
  },
};

export const English: Story = {
  ...remembering({ settings: { injectionEnabled: false } }, {}, { language: "en", theme: "dark" })
    .story,
};
