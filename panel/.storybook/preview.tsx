import type { Decorator, Preview } from "@storybook/react-vite";
import { useMemo } from "react";
import { scriptedClient } from "../src/channels/scripted.ts";
import { createMohen, MohenProvider } from "../src/mohen.tsx";

/** Stories stand in a provider. `parameters.mohen` gives what the server answers, the project one
 * stands in, and the time; the toolbar gives language and theme. */
const inMohen: Decorator = (Story, { parameters, globals }) => {
  const given = parameters.mohen ?? {};
  const mohen = useMemo(() => {
    const begun = createMohen({
      client: given.client ?? scriptedClient(given.answers ?? {}),
      projectId: given.projectId,
      language: given.language ?? globals.language,
      theme: given.theme ?? globals.theme,
      inside: given.inside,
      ...(given.now !== undefined && { now: () => given.now }),
    });
    given.begun?.(begun);
    return begun;
  }, [given, globals.language, globals.theme]);
  return (
    <MohenProvider mohen={mohen}>
      <div style={{ padding: given.bare ? 0 : 16, background: "var(--color-bg-surface)" }}>
        <Story />
      </div>
    </MohenProvider>
  );
};

const preview: Preview = {
  decorators: [inMohen],
  parameters: {
    layout: "fullscreen",
    a11y: { test: "error" },
    controls: { expanded: false },
  },
  globalTypes: {
    language: {
      toolbar: { title: "Language", icon: "globe", items: ["zh", "en"], dynamicTitle: true },
    },
    theme: {
      toolbar: { title: "Theme", icon: "mirror", items: ["light", "dark"], dynamicTitle: true },
    },
  },
  initialGlobals: { language: "zh", theme: "light" },
};

export default preview;
