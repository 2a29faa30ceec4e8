import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, userEvent, within } from "storybook/test";
import { Failure, unreachable } from "../../channels/client.ts";
import type { Payload, Trace, TraceFeedback } from "../../channels/generated.ts";
import { never, type Script } from "../../channels/scripted.ts";
import { scriptedSettings } from "../../settings/scripted_settings.ts";
import { REQUEST } from "../sample_context.ts";
import { PROJECT } from "../sample_desk.ts";
import { TRACE } from "../sample_why.ts";
import { WhyPanel } from "./WhyPanel.tsx";

/** A trace that remembers how it was judged. */
function traced(trace: Trace = TRACE, confirmed: readonly string[] = []): Script {
  let told = trace;
  return {
    ...scriptedSettings(),
    "memory:trace:get": () => told,
    "memory:trace:feedback": (given: Payload<"memory:trace:feedback">): TraceFeedback => {
      const { targetId, verdict } = given;
      const id = targetId ?? "rule_1";
      const own = (each: Trace["references"][number]) =>
        each.id === id ? { ...each, verdict } : each;
      told = { ...told, references: told.references.map(own), ...(targetId ? {} : { verdict }) };
      const moved = [{ id, before: 0.87, after: verdict === "correct" ? 0.9 : 0.74 }];
      if (confirmed.includes(id))
        return { recorded: true, lowered: [], raised: [], unchanged: [{ id, why: "confirmed" }] };
      return {
        recorded: true,
        episodeId: "ep_99",
        lowered: verdict === "incorrect" ? moved : [],
        raised: verdict === "correct" ? moved : [],
        unchanged: [],
      };
    },
    "context:without": {
      with: { tokenCount: 2784, stablePrefixHash: "p1:a" },
      without: { tokenCount: 2673, stablePrefixHash: "p1:b" },
      removed: ["rule_1"],
      added: ["ep_7"],
      prefixChanges: true,
      diff: "--- with\n+++ without\n@@ -92,7 +92,6 @@\n-- 动作场景偏好短句",
    },
  };
}

const meta = {
  component: WhyPanel,
  args: { runId: "run_1", request: REQUEST },
  parameters: { mohen: { projectId: PROJECT, inside: true, answers: traced() } },
  decorators: [
    (Story) => (
      <div style={{ maxWidth: 420 }}>
        <Story />
      </div>
    ),
  ],
} satisfies Meta<typeof WhyPanel>;

export default meta;
type Story = StoryObj<typeof meta>;

/** R85: 语义记忆 35%、情景记忆 25%、工作记忆 20%. */
export const Told: Story = {
  play: async ({ canvasElement }) => {
    const panel = await within(canvasElement).findByRole("region", { name: "为什么这样写？" });
    const weightOf = (id: string) => {
      const item = panel.querySelector<HTMLElement>(`[data-reference="${id}"]`);
      return item && within(item).getByRole("meter", { name: "影响" });
    };
    await expect(weightOf("rule_1")).toHaveAttribute("aria-valuetext", "35%");
    await expect(weightOf("ep_7")).toHaveAttribute("aria-valuetext", "25%");
    await expect(weightOf("w_1")).toHaveAttribute("aria-valuetext", "20%");
    await expect(within(panel).getByText(/对白里不用感叹号；里面没有人说话/)).toBeVisible();
    const kinds = [...panel.querySelectorAll("[data-memory]")].map((each) =>
      each.getAttribute("data-memory"),
    );
    await expect(kinds).toEqual(["semantic", "episodic", "working", "knowledge"]);
    await expect(within(panel).getByText("2026年3月15日 · 续写 · 动作 · 小改后采用")).toBeVisible();
    await expect(within(panel).getByText("人物：shen-yan")).toBeVisible();
    await expect(within(panel).getByText("已删除")).toBeVisible();
    await expect(panel.querySelectorAll('[data-obeyed="true"]')).toHaveLength(1);
    await expect(panel.querySelectorAll('[data-obeyed="false"]')).toHaveLength(1);
    await expect(panel.querySelectorAll('[data-obeyed="unknown"]')).toHaveLength(1);
    await expect(within(panel).getByText("要求：平均句长 < 15 字；实测：9.4 字")).toBeVisible();
  },
};

/** R86: 判断有误 lowers the rule's confidence and is learned from. */
export const JudgedWrong: Story = {
  parameters: { mohen: { answers: traced() } },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(
      await canvas.findByRole("button", { name: "判断有误：动作场景偏好短句" }),
    );
    const reason = await canvas.findByRole("textbox", { name: "原因（可不填）" });
    await expect(reason).toHaveFocus();
    await userEvent.type(reason, "这里要长句");
    await userEvent.click(canvas.getByRole("button", { name: "提交" }));
    await expect(await canvas.findByText("「动作场景偏好短句」的置信度 87% → 74%")).toBeVisible();
    await expect(canvas.getByText("已作为学习的依据记录。")).toBeVisible();
    await expect(await canvas.findByText("你已判断为有误")).toBeVisible();
    await expect(canvas.queryByRole("button", { name: "判断有误：动作场景偏好短句" })).toBeNull();
  },
};

export const WholeJudgedRight: Story = {
  parameters: { mohen: { answers: traced() } },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(await canvas.findByRole("button", { name: "判断正确" }));
    await expect(await canvas.findByText("「动作场景偏好短句」的置信度 87% → 90%")).toBeVisible();
    // The whole of it, and the rule that is meant by it.
    await expect(await canvas.findAllByText("你已判断为正确")).toHaveLength(2);
  },
};

export const ConfirmedStays: Story = {
  parameters: { mohen: { answers: traced(TRACE, ["rule_2"]) } },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(await canvas.findByRole("button", { name: "判断有误：偏好华丽辞藻" }));
    await userEvent.click(await canvas.findByRole("button", { name: "提交" }));
    await expect(await canvas.findByText(/保持不变：你确认过它/)).toBeVisible();
  },
};

export const WithoutIt: Story = {
  parameters: { mohen: { answers: traced() } },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await canvas.findAllByText("偏好华丽辞藻");
    const rule = canvasElement.querySelector<HTMLElement>('[data-reference="rule_1"]');
    const item = within(rule ?? canvasElement);
    await userEvent.click(item.getByText("依据"));
    await expect(
      item.getByText("当时的置信度为 87%。占提示词的 2%。成文体现了其中的 80%。"),
    ).toBeVisible();
    await userEvent.click(item.getByRole("button", { name: "如果没有它？" }));
    await expect(await item.findByText("提示词将由 2,784 词元变为 2,673 词元。")).toBeVisible();
    await expect(item.getByText("补上来的：")).toBeVisible();
    await expect(item.getByText("提示词的开头会改变，缓存要失效一次。")).toBeVisible();
  },
};

export const EnglishDark: Story = {
  parameters: { mohen: { language: "en", theme: "dark", answers: traced() } },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(await canvas.findByText("Rules (semantic memory)")).toBeVisible();
    await userEvent.click(canvas.getByText("Facts"));
    await expect(canvas.getByText("Hash of the prompt")).toBeVisible();
  },
};

/** Nothing was given to the AI. */
export const NoMemory: Story = {
  parameters: {
    mohen: {
      answers: {
        ...traced({
          ...TRACE,
          references: [],
          groups: [],
          influenceWeights: {},
          memoryReferences: { working: [], episodic: [], semantic: [], knowledge: [] },
          compliance: [],
        }),
        ...scriptedSettings({ injectionEnabled: false }),
      },
    },
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(await canvas.findByText("这次生成没有用到任何记忆")).toBeVisible();
    await expect(await canvas.findByText("目前记忆注入是关闭的。")).toBeVisible();
    await expect(canvas.queryByRole("button", { name: "判断正确" })).toBeNull();
  },
};

function refusedWith(code: string) {
  const failure = new Failure({ code, message: "no", retryable: false });
  return { mohen: { answers: { ...scriptedSettings(), "memory:trace:get": failure } } };
}

export const NotFound: Story = {
  parameters: refusedWith("MEMORY_TRACE_MISMATCH"),
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByText("没有这次生成的溯源记录")).toBeVisible();
  },
};

export const OfAnotherProject: Story = {
  parameters: refusedWith("MEMORY_SCOPE_DENIED"),
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByText("这属于另一个项目")).toBeVisible();
  },
};

export const Unreachable: Story = {
  parameters: {
    mohen: { answers: { ...scriptedSettings(), "memory:trace:get": unreachable("gone") } },
  },
};

export const Asking: Story = {
  parameters: { mohen: { answers: { ...scriptedSettings(), "memory:trace:get": never } } },
};
