import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, userEvent, waitFor, within } from "storybook/test";
import { CHAPTERS } from "../sample_desk.ts";
import { Editor } from "./Editor.tsx";
import type { Manuscript } from "./manuscript.ts";

const TEXT = CHAPTERS[0]?.text ?? "";

const meta = {
  component: Editor,
  args: {
    documentId: "1",
    text: TEXT,
    label: "《雾中的信》正文",
    placeholder: "从这里写起……",
    onChange: fn(),
    onSelect: fn(),
    onBlur: fn(),
    onReady: fn(),
    onRun: fn(),
    onCommands: fn(),
  },
  decorators: [
    (Story) => (
      <div style={{ height: 520 }}>
        <Story />
      </div>
    ),
  ],
  parameters: { mohen: { bare: true } },
} satisfies Meta<typeof Editor>;

export default meta;
type Story = StoryObj<typeof meta>;

async function opened(canvasElement: HTMLElement) {
  return within(canvasElement).findByRole("textbox", {}, { timeout: 20_000 });
}

export const Prose: Story = {
  play: async ({ canvasElement, args }) => {
    const editor = await opened(canvasElement);
    editor.focus();
    await userEvent.keyboard("{Control>}{End}{/Control}完。");
    await waitFor(() => expect(args.onChange).toHaveBeenLastCalledWith(`${TEXT}完。`));
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    await expect(args.onRun).toHaveBeenCalledOnce();
    await userEvent.keyboard("{Control>}k{/Control}");
    await expect(args.onCommands).toHaveBeenCalledOnce();
    await userEvent.tab();
    await expect(args.onBlur).toHaveBeenCalled();
  },
};

export const Search: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    (await opened(canvasElement)).focus();
    await userEvent.keyboard("{Control>}f{/Control}");
    await userEvent.type(await canvas.findByPlaceholderText("查找"), "林晚");
    await expect(canvas.getByRole("button", { name: "下一个" })).toBeVisible();
  },
};

export const Empty: Story = {
  args: { text: "" },
  play: async ({ canvasElement }) => {
    await opened(canvasElement);
    await expect(within(canvasElement).getByText("从这里写起……")).toBeVisible();
  },
};

export const ReadOnly: Story = {
  args: { readOnly: true },
  globals: { theme: "dark" },
  play: async ({ canvasElement, args }) => {
    const editor = await opened(canvasElement);
    editor.focus();
    await userEvent.keyboard("x");
    await expect(args.onChange).not.toHaveBeenCalled();
  },
};

/** A passage that waits for the AI, and one that the AI wrote. */
export const Marks: Story = {
  args: {
    onReady: fn((manuscript: Manuscript | undefined) => {
      if (!manuscript || manuscript.markOf("a")) return;
      const at = TEXT.indexOf("她等的人");
      manuscript.mark("a", { from: at, to: at + 8 });
      manuscript.put("a", "人没有来。");
      const next = TEXT.indexOf("雾是从海上");
      manuscript.mark("b", { from: next, to: next + 8 });
    }),
  },
  play: async ({ canvasElement }) => {
    await opened(canvasElement);
    await expect(canvasElement.querySelector(".cm-mark-accepted")).toHaveTextContent("人没有来。");
    await expect(canvasElement.querySelector(".cm-mark-waiting")).toHaveTextContent(
      "雾是从海上来的。",
    );
  },
};
