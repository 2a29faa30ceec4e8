import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import type { Drawing } from "../../channels/generated.ts";
import { scriptedClient } from "../../channels/scripted.ts";
import { createMohen, MohenProvider } from "../../mohen.tsx";
import { NOW, STORY } from "../sample_knowledge.ts";
import { KnowledgeGraph } from "./KnowledgeGraph.tsx";

const none: Drawing = { axis: "time", entities: [], items: [] };

async function open(knowledge: Drawing = none) {
  const mohen = createMohen({ client: scriptedClient(), language: "zh", theme: "light" });
  const screen = await render(
    <MohenProvider mohen={mohen}>
      <div style={{ width: 1000 }}>
        <KnowledgeGraph
          picture={{ at: NOW, knowledge, ...(knowledge === none && { story: STORY }) }}
        />
      </div>
    </MohenProvider>,
  );
  const picture = screen.getByRole("application");
  const card = (name: string) => screen.getByRole("region", { name });
  return { screen, picture, card };
}

test("who is chosen in the list is brought to the middle, where a click finds them", async () => {
  const { screen, picture, card } = await open();
  await screen.getByRole("option", { name: /^盐帮/ }).click();
  await card("盐帮").getByRole("button", { name: "关闭" }).click();
  await expect.element(card("盐帮")).not.toBeInTheDocument();
  // Closing the card widens the picture; the middle stays the middle.
  await picture.click();
  await expect.element(card("盐帮")).toBeVisible();
});

test("keys move the picture: what was in the middle is not there any more, and comes back", async () => {
  const { screen, picture, card } = await open();
  await screen.getByRole("option", { name: /^盐帮/ }).click();
  (picture.element() as HTMLElement).focus();
  await userEvent.keyboard("{Escape}");
  await expect.element(card("盐帮")).not.toBeInTheDocument();
  await userEvent.keyboard("{ArrowRight}{Enter}");
  await expect.element(card("盐帮")).not.toBeInTheDocument();
  await userEvent.keyboard("{ArrowLeft}{Enter}");
  await expect.element(card("盐帮")).toBeVisible();
});

test("a letter leads to the next name that begins with it, and around the end", async () => {
  const named = ["Anna", "Boris", "Bela"].map((name) => ({
    id: name,
    name,
    type: "person",
    aliases: [],
  }));
  const { screen } = await open({ ...none, entities: named });
  const option = (name: string) => screen.getByRole("option", { name: new RegExp(`^${name}`) });
  (option("Anna").element() as HTMLElement).focus();
  await userEvent.keyboard("b");
  await expect.element(option("Bela")).toHaveFocus();
  await userEvent.keyboard("b");
  await expect.element(option("Boris")).toHaveFocus();
  await userEvent.keyboard("a");
  await expect.element(option("Anna")).toHaveFocus();
});

test("the slider of time is moved by keys, to either end of the story", async () => {
  const { screen } = await open();
  const slider = screen.getByRole("slider");
  (slider.element() as HTMLElement).focus();
  await userEvent.keyboard("{Home}");
  await expect.element(slider).toHaveAttribute("aria-valuetext", "开篇之前");
  await userEvent.keyboard("{ArrowRight}");
  await expect.element(slider).toHaveAttribute("aria-valuetext", "第 1 章");
  await userEvent.keyboard("{End}");
  await expect.element(slider).toHaveAttribute("aria-valuetext", "结尾");
});
