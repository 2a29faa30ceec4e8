import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, screen, userEvent, waitFor, within } from "storybook/test";
import { Failure } from "../../channels/client.ts";
import { never } from "../../channels/scripted.ts";
import { NOW, PROJECT } from "../sample_knowledge.ts";
import { scriptedTalk } from "../scripted_talk.ts";
import { TalkView } from "./TalkView.tsx";

const meta = { component: TalkView } satisfies Meta<typeof TalkView>;

export default meta;
type Story = StoryObj<typeof meta>;

const own = (more = {}) => ({
  mohen: { answers: scriptedTalk(), projectId: PROJECT, now: NOW, ...more },
});

export const ByTime: Story = {
  parameters: own(),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(await canvas.findByRole("button", { name: /^How should/ }));
    await expect(await canvas.findByText(/every/)).toHaveTextContent("<b>every</b>");
  },
};

export const Sought: Story = {
  parameters: own(),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await canvas.findByRole("button", { name: /^How should/ });
    await userEvent.type(canvas.getByRole("searchbox"), "上海");
    await expect(await canvas.findByRole("button", { name: "用户搬到了上海" })).toBeVisible();
    await userEvent.selectOptions(canvas.getByRole("combobox", { name: "谁说的" }), "Anna");
    await expect(await canvas.findByText("不知道")).toBeVisible();
  },
};

/** What goes is told first; a line that goes takes what is known from it alone. */
export const ForgetALine: Story = {
  parameters: own(),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(await canvas.findByRole("button", { name: /^早。/ }));
    await userEvent.click(await canvas.findByRole("button", { name: /^「还有，我搬到了上海/ }));
    await userEvent.click(await screen.findByRole("menuitem", { name: "遗忘这一句" }));
    const dialog = within(await screen.findByRole("dialog"));
    await expect(await dialog.findByText("用户搬到了上海")).toBeVisible();
    await userEvent.click(dialog.getByRole("button", { name: "遗忘" }));
    await waitFor(() => expect(canvas.queryByText(/^还有，我搬到了上海/)).toBeNull());
    await expect(canvas.getByText(/我对花生过敏/)).toBeVisible();
    const focused = () => document.activeElement?.closest("[data-place]");
    await waitFor(() => expect(focused()).toHaveAttribute("data-place", "5"));
  },
};

export const NothingHeard: Story = {
  parameters: own({ answers: scriptedTalk([]) }),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(await canvas.findByText("还没有听到任何对话")).toBeVisible();
    await expect(canvas.getByText(/mohen hear/)).toBeVisible();
  },
};

export const NoProject: Story = {
  parameters: own({ projectId: undefined }),
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByText("对话属于某个项目")).toBeVisible();
  },
};

export const Loading: Story = { parameters: own({ answers: { "talk:sessions": never } }) };

export const Unreadable: Story = {
  parameters: own({
    answers: {
      ...scriptedTalk(),
      "talk:sessions": new Failure({ code: "DB_ERROR", message: "no", retryable: true }),
    },
  }),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(await canvas.findByRole("alert")).toBeVisible();
    await expect(canvas.queryByText("还没有听到任何对话")).toBeNull();
  },
};

export const DarkEnglish: Story = {
  parameters: own({ theme: "dark", language: "en" }),
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByText("March 2026")).toBeVisible();
  },
};

export const Narrow: Story = {
  parameters: own(),
  decorators: [
    (Story) => (
      <div style={{ width: 330 }}>
        <Story />
      </div>
    ),
  ],
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByText(/^早。/)).toBeVisible();
    await expect(canvasElement.scrollWidth).toBeLessThanOrEqual(canvasElement.clientWidth);
  },
};
