import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, userEvent, waitFor, within } from "storybook/test";
import { PROJECT, scriptedDesk } from "../scripted_desk.ts";
import { ProjectPicker } from "./ProjectPicker.tsx";

const meta = { component: ProjectPicker } satisfies Meta<typeof ProjectPicker>;

export default meta;
type Story = StoryObj<typeof meta>;

export const InAProject: Story = {
  parameters: {
    mohen: { client: scriptedDesk({ projects: [PROJECT, "别的书"] }).client, projectId: PROJECT },
  },
  play: async ({ canvasElement }) => {
    const project = within(canvasElement).getByLabelText("项目");
    await waitFor(() => expect(within(project).getAllByRole("option")).toHaveLength(2));
    await userEvent.selectOptions(project, "别的书");
    await expect(project).toHaveValue("别的书");
  },
};

export const None: Story = {
  args: { onLoadSample: fn() },
  parameters: { mohen: { client: scriptedDesk({ projects: [] }).client } },
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole("button", { name: "载入示例项目" }));
    await expect(args.onLoadSample).toHaveBeenCalledOnce();
  },
};

export const MakingOne: Story = {
  parameters: { mohen: { client: scriptedDesk({ projects: [] }).client, language: "en" } },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole("button", { name: "New project" }));
    await userEvent.type(canvas.getByLabelText("Name of the project"), "Harbour{Enter}");
    await waitFor(() => expect(canvas.getByLabelText("Project")).toHaveValue("Harbour"));
    await expect(canvas.queryByRole("dialog")).toBeNull();
  },
};
