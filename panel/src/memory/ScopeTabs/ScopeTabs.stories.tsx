import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, userEvent, within } from "storybook/test";
import { tabId } from "../../parts/Tabs/Tabs.tsx";
import { ScopeTabs } from "./ScopeTabs.tsx";

const meta = {
  component: ScopeTabs,
  args: {
    scope: "project",
    counts: { global: 2, project: 5 },
    hasProject: true,
    onChange: fn(),
    panelId: "rules",
  },
  decorators: [
    (Story, { args }) => (
      <>
        <Story />
        <div id="rules" role="tabpanel" aria-labelledby={tabId("rules", args.scope)}>
          …
        </div>
      </>
    ),
  ],
} satisfies Meta<typeof ScopeTabs>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Both: Story = {
  play: async ({ canvasElement, args }) => {
    const here = within(canvasElement);
    await expect(here.getByRole("tab", { name: "本项目 5" })).toHaveAttribute(
      "aria-selected",
      "true",
    );
    await userEvent.click(here.getByRole("tab", { name: "全局 2" }));
    await expect(args.onChange).toHaveBeenCalledWith("global");
  },
};

export const NoProject: Story = {
  args: { scope: "global", hasProject: false, counts: { global: 2 } },
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getAllByRole("tab")).toHaveLength(1);
  },
};
