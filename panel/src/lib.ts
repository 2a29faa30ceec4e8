// The library: the components, the stores they stand on, and the client.
// Its styles are one file, `@mohen/panel/style.css`.
export * from "./channels/index.ts";
export {
  ContextInspector,
  type ContextInspectorProps,
} from "./desk/ContextInspector/ContextInspector.tsx";
export { Desk, type DeskProps } from "./desk/Desk/Desk.tsx";
export { ProjectPicker } from "./desk/ProjectPicker/ProjectPicker.tsx";
export { StatusBar, type StatusBarProps } from "./desk/StatusBar/StatusBar.tsx";
export { WhyPanel, type WhyPanelProps } from "./desk/WhyPanel/WhyPanel.tsx";
export {
  KnowledgeGraph,
  type KnowledgeGraphProps,
} from "./knowledge/KnowledgeGraph/KnowledgeGraph.tsx";
export { KnowledgePage } from "./knowledge/KnowledgePage/KnowledgePage.tsx";
export { MemoryPanel, type MemoryPanelProps } from "./memory/MemoryPanel/MemoryPanel.tsx";
export {
  type Beginning,
  createMohen,
  type Mohen,
  MohenProvider,
  useLanguage,
  useMohen,
  useNoun,
} from "./mohen.tsx";
export { Diff } from "./parts/Diff/Diff.tsx";
export { Toasts } from "./parts/Toasts/Toasts.tsx";
export {
  ConfidenceOverTime,
  type ConfidenceOverTimeProps,
} from "./pictures/ConfidenceOverTime/ConfidenceOverTime.tsx";
export {
  EditCostOverTime,
  type EditCostOverTimeProps,
} from "./pictures/EditCostOverTime/EditCostOverTime.tsx";
export { Insights } from "./pictures/Insights/Insights.tsx";
export {
  StoragePicture,
  type StoragePictureProps,
} from "./pictures/StoragePicture/StoragePicture.tsx";
export {
  StrengthOverTime,
  type StrengthOverTimeProps,
} from "./pictures/StrengthOverTime/StrengthOverTime.tsx";
export { TokenBudget, type TokenBudgetProps } from "./pictures/TokenBudget/TokenBudget.tsx";
export { SettingsPage } from "./settings/SettingsPage/SettingsPage.tsx";
export { createHealth, selectMemoryState } from "./state/health.ts";
export { createRules, type Rules } from "./state/rules.ts";
export type { Language } from "./words/index.ts";
