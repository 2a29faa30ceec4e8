import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, userEvent, waitFor, within } from "storybook/test";
import { Failure } from "../../channels/client.ts";
import { Chapters, type ChaptersProps } from "./Chapters.tsx";

const ITEMS = [
  { ref: "chapters/01.md", title: "雾中的信", chars: 3_214, version: "v1" },
  { ref: "chapters/02.md", title: "灯塔", chars: 2_870, version: "v1" },
  { ref: "chapters/03.md", title: "03", chars: 0, trouble: "INVALID_FORMAT" as const },
];

const meta = {
  component: Chapters,
  args: {
    items: ITEMS,
    open: "chapters/01.md",
    onOpen: fn(),
    onCreate: fn<ChaptersProps["onCreate"]>(async () => undefined),
  },
} satisfies Meta<typeof Chapters>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Several: Story = {
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    await expect(canvas.getByRole("button", { current: "page" })).toHaveTextContent("雾中的信");
    await userEvent.click(canvas.getByRole("button", { name: /灯塔/ }));
    await expect(args.onOpen).toHaveBeenCalledWith("chapters/02.md");
    await expect(canvas.getByRole("button", { name: /无法读取/ })).toBeDisabled();
  },
};

export const None: Story = {
  args: { items: [], open: undefined },
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole("button", { name: "写下第一章吧。" }));
    await userEvent.type(canvas.getByLabelText("章节标题"), "第一章{Enter}");
    await expect(args.onCreate).toHaveBeenCalledWith("第一章");
    await waitFor(() => expect(canvas.queryByLabelText("章节标题")).toBeNull());
  },
};

export const TitleTaken: Story = {
  args: {
    onCreate: fn<ChaptersProps["onCreate"]>(
      async () => new Failure({ code: "CONFLICT", message: "taken", retryable: false }),
    ),
  },
  globals: { language: "en", theme: "dark" },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole("button", { name: "New chapter" }));
    await userEvent.type(canvas.getByLabelText("Title of the chapter"), "Fog{Enter}");
    await expect(await canvas.findByRole("alert")).toBeVisible();
    await expect(canvas.getByLabelText("Title of the chapter")).toHaveValue("Fog");
  },
};
