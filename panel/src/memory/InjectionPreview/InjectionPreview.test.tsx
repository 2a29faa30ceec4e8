import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { createMohen } from "../../mohen.tsx";
import { standing } from "../../parts/standing.tsx";
import type { Injected } from "../../state/preview.ts";
import { receipt } from "../sample_care.ts";
import { scriptedMemory } from "../scripted_memory.ts";
import { ForgetItem } from "./ForgetItem.tsx";
import { InjectedItems } from "./InjectedItems.tsx";
import { InjectionPreview } from "./InjectionPreview.tsx";

const item = (given: Partial<Injected>): Injected => ({
  id: "f_1",
  type: "fact",
  scope: "project",
  origin: "captured",
  content: "白鹭号沉没",
  reason: { kind: "semantic", message: { en: "fits", zh: "相关" } },
  layer: "dynamic",
  ...given,
});

test("while it is shut nothing is asked", async () => {
  const { client } = scriptedMemory({});
  const mohen = createMohen({ client, language: "zh" });
  const screen = await standing(<InjectionPreview open={false} onClose={vi.fn()} />, mohen);
  expect(screen.container.textContent).toBe("");
  expect(client.callsOf("memory:injection:preview")).toEqual([]);
});

test("a kind nobody has a name for is called as it is; words are words, never markup", async () => {
  const remove = vi.fn();
  const odd = item({ type: "omen", content: "<hr>三只乌鸦", scope: "global" });
  const screen = await standing(
    <InjectedItems items={[odd]} block="" asked troubles={[]} onRemove={remove} />,
  );
  await expect.element(screen.getByText("omen")).toBeVisible();
  expect(screen.container.querySelector("hr")).toBeNull();
  // No score, no likeness; nothing in the prompt, nothing to unfold.
  await expect.element(screen.getByText(/相似/)).not.toBeInTheDocument();
  await expect.element(screen.getByText("在提示词里的样子")).not.toBeInTheDocument();
  await screen.getByRole("button", { name: "删除「<hr>三只乌鸦」" }).click();
  expect(remove.mock.calls).toEqual([[odd]]);
});

test("what goes along with a fact is told, and two Enters forget it once", async () => {
  const forget = vi.fn(() => new Promise<boolean>(() => {}));
  const foresee = async () => receipt({ knowledge: 3, dryRun: true });
  const screen = await standing(
    <ForgetItem item={item({})} onClose={vi.fn()} {...{ foresee, forget }} />,
  );
  await expect.element(screen.getByText(/另有 2 条与它相同/)).toBeVisible();
  const sure = screen.getByRole("button", { name: "删除" });
  (sure.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}{Enter}");
  expect(forget).toHaveBeenCalledOnce();
  await expect.element(sure).toHaveFocus();
});
