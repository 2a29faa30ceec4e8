import type { ReactNode } from "react";
import { render } from "vitest-browser-react";
import { scriptedClient } from "../channels/scripted.ts";
import { createMohen, type Mohen, MohenProvider } from "../mohen.tsx";

/** For tests: a component where every one of ours stands, inside an open memory. */
export async function standing(
  component: ReactNode,
  mohen: Mohen = createMohen({ client: scriptedClient({}), language: "zh", theme: "light" }),
) {
  const screen = await render(<MohenProvider mohen={mohen}>{component}</MohenProvider>);
  return { ...screen, mohen };
}
