import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, within } from "storybook/test";
import { Icon } from "./Icon.tsx";
import { iconNames } from "./paths.ts";

const meta = { component: Icon, args: { name: "ink" } } satisfies Meta<typeof Icon>;

export default meta;
type Story = StoryObj<typeof meta>;

export const All: Story = {
  render: () => (
    <ul style={{ display: "grid", gridTemplateColumns: "repeat(auto-fill, 7rem)", gap: "1rem" }}>
      {iconNames.map((name) => (
        <li key={name} style={{ display: "flex", gap: "0.5rem", alignItems: "center" }}>
          <Icon name={name} size={24} />
          <Icon name={name} />
          <small>{name}</small>
        </li>
      ))}
    </ul>
  ),
};

export const Silent: Story = {
  play: async ({ canvasElement }) => {
    await expect(canvasElement.querySelector("svg")).toHaveAttribute("aria-hidden", "true");
    await expect(within(canvasElement).queryByRole("img")).toBeNull();
  },
};
