import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, userEvent, waitFor, within } from "storybook/test";
import { Failure } from "../../channels/client.ts";
import { NewProject, type NewProjectProps } from "./NewProject.tsx";

type Create = NewProjectProps["onCreate"];

const meta = {
  component: NewProject,
  args: { open: true, onClose: fn(), onCreate: fn<Create>(async () => undefined) },
} satisfies Meta<typeof NewProject>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Named: Story = {
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole("button", { name: "开始" }));
    await expect(canvas.getByText("请起个名字。")).toBeVisible();
    await userEvent.type(canvas.getByLabelText("项目名称"), "  雾港来信 {Enter}");
    await expect(args.onCreate).toHaveBeenCalledWith("雾港来信", undefined);
    await waitFor(() => expect(args.onClose).toHaveBeenCalledOnce());
  },
};

export const Taken: Story = {
  args: {
    onCreate: fn<Create>(
      async () => new Failure({ code: "CONFLICT", message: "taken", retryable: false }),
    ),
  },
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    await userEvent.type(canvas.getByLabelText("项目名称"), "雾港来信{Enter}");
    await expect(await canvas.findByText("已有同名项目。")).toBeVisible();
    await expect(args.onClose).not.toHaveBeenCalled();
  },
};

export const FolderRefused: Story = {
  args: {
    onCreate: fn<Create>(
      async () =>
        new Failure({
          code: "INVALID_ARGUMENT",
          message: "folder must be an absolute path",
          retryable: false,
          details: { field: "folder" },
        }),
    ),
  },
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    await userEvent.type(canvas.getByLabelText("项目名称"), "雾港来信");
    await userEvent.type(canvas.getByLabelText("文件夹（可不填）"), "novel{Enter}");
    await expect(args.onCreate).toHaveBeenCalledWith("雾港来信", "novel");
    await expect(await canvas.findByRole("alert")).toBeVisible();
  },
};

export const English: Story = { globals: { language: "en", theme: "dark" } };
