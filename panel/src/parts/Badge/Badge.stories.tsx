import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { Badge } from "./Badge.tsx";

const meta = { component: Badge, args: { children: "已确认" } } satisfies Meta<typeof Badge>;

export default meta;
type Story = StoryObj<typeof meta>;

const tones = () => (
  <div style={{ display: "flex", flexWrap: "wrap", gap: 8 }}>
    <Badge>全局</Badge>
    <Badge tone="accent" icon="sparkle">
      新
    </Badge>
    <Badge tone="success" icon="check">
      已确认
    </Badge>
    <Badge tone="warning" icon="warning">
      有冲突
    </Badge>
    <Badge tone="danger" icon="trash">
      Superseded
    </Badge>
  </div>
);

export const Tones: Story = { render: tones };
export const TonesDark: Story = { render: tones, parameters: { mohen: { theme: "dark" } } };

export const TooLong: Story = {
  render: () => (
    <div style={{ width: 120 }}>
      <Badge icon="folder">一部名字特别特别长的长篇小说</Badge>
    </div>
  ),
  play: async ({ canvasElement }) => {
    const badge = canvasElement.querySelector("[data-tone]");
    await expect(badge?.getBoundingClientRect().width).toBeLessThanOrEqual(120);
  },
};
