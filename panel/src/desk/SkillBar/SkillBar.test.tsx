import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import type { ListedSkill } from "../../channels/generated.ts";
import { MohenProvider } from "../../mohen.tsx";
import { standing } from "../../parts/standing.tsx";
import { skillOf } from "../sample_runs.ts";
import { SkillBar, type SkillBarProps } from "./SkillBar.tsx";

const on = () => ({ onRun: vi.fn(), onScene: vi.fn(), onInstruct: vi.fn(), onWant: vi.fn() });

function bar(given: Partial<SkillBarProps> & ReturnType<typeof on>) {
  return (
    <SkillBar
      skills={[skillOf("polish")]}
      worksOn="作用于选区"
      hindrance={() => undefined}
      instruction=""
      {...given}
    />
  );
}

test("one that cannot be run says why to the keyboard too, until it can", async () => {
  const acts = on();
  const screen = await standing(bar({ ...acts, hindrance: () => "正在写，请稍候" }));
  const polish = screen.getByRole("button", { name: "润色" });
  await userEvent.tab();
  await expect.element(polish).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(screen.getByRole("status")).toHaveTextContent("正在写，请稍候");
  await screen.rerender(<MohenProvider mohen={screen.mohen}>{bar(acts)}</MohenProvider>);
  await expect.element(screen.getByRole("status")).toBeEmptyDOMElement();
  expect(acts.onRun).not.toHaveBeenCalled();
});

test("one of the project's own is told as such, with or without a description", async () => {
  const { description: _, ...bare } = { ...skillOf("polish"), source: "project" as const };
  const screen = await standing(bar({ ...on(), skills: [bare satisfies ListedSkill] }));
  await expect
    .element(screen.getByRole("button", { name: "润色" }))
    .toHaveAccessibleDescription("本项目的");
});

test("what is broken is no button: it is told of instead", async () => {
  const broken = { ...skillOf("polish"), status: "invalid" as const };
  const screen = await standing(bar({ ...on(), skills: [broken] }));
  await expect.element(screen.getByRole("button", { name: "润色" })).not.toBeInTheDocument();
  await expect.element(screen.getByText("1 个不可用")).toBeVisible();
});

test("back to the skill's own choice is no choice", async () => {
  const acts = on();
  const screen = await standing(bar({ ...acts, scene: "action", candidates: 5 }));
  await screen.getByText("怎么问").click();
  await userEvent.selectOptions(screen.getByLabelText("场景类型"), "自动判断");
  await userEvent.selectOptions(screen.getByLabelText("候选数量"), "按技能默认");
  expect(acts.onScene).toHaveBeenCalledExactlyOnceWith(undefined);
  expect(acts.onWant).toHaveBeenCalledExactlyOnceWith(undefined);
});
