import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, userEvent, within } from "storybook/test";
import { Failure } from "../../channels/client.ts";
import type { Doctor } from "../../channels/generated.ts";
import { never } from "../../channels/scripted.ts";
import { scriptedSettings } from "../scripted_settings.ts";
import { DoctorCard } from "./DoctorCard.tsx";

const meta = {
  component: DoctorCard,
  parameters: { mohen: { answers: scriptedSettings() } },
} satisfies Meta<typeof DoctorCard>;

export default meta;
type Story = StoryObj<typeof meta>;

/** Nothing is looked at before it is asked for. */
export const NotExamined: Story = {
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getByRole("status")).toBeEmptyDOMElement();
  },
};

const broken: Doctor = {
  healthy: false,
  mended: [],
  checks: [
    {
      name: "mind.db",
      finding: "fail",
      message: { en: "the file is damaged", zh: "文件已损坏" },
      cure: { en: "mend it: it is set aside", zh: "修复：它会被移到一旁" },
    },
    { name: "disk", finding: "ok", message: { en: "210 GB free", zh: "剩余 210 GB" } },
  ],
};

export const Broken: Story = {
  parameters: { mohen: { answers: { ...scriptedSettings(), "memory:doctor": broken } } },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole("button", { name: "检查" }));
    const [worst, disk] = await canvas.findAllByRole("listitem");
    await expect(worst).toHaveTextContent("损坏mind.db 文件已损坏怎么办： 修复：它会被移到一旁");
    await expect(disk).toHaveTextContent("正常磁盘 剩余 210 GB");
    await expect(canvas.getByRole("button", { name: "修复可以修复的" })).toBeVisible();
  },
};

export const Examining: Story = {
  parameters: { mohen: { answers: { ...scriptedSettings(), "memory:doctor": never } } },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole("button", { name: "检查" }));
    await expect(canvas.getByRole("button", { name: "正在检查" })).toHaveAttribute(
      "aria-busy",
      "true",
    );
  },
};

export const CouldNot: Story = {
  parameters: {
    mohen: {
      answers: {
        ...scriptedSettings(),
        "memory:doctor": new Failure({ code: "TIMEOUT", message: "late", retryable: true }),
      },
    },
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole("button", { name: "检查" }));
    await expect(await canvas.findByRole("alert")).toBeVisible();
  },
};

export const EnglishDark: Story = {
  parameters: {
    mohen: {
      language: "en",
      theme: "dark",
      answers: { ...scriptedSettings(), "memory:doctor": broken },
    },
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole("button", { name: "Examine" }));
    await expect(await canvas.findByText("Something wants attention.")).toBeVisible();
  },
};
