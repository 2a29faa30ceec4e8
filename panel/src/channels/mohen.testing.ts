import { spawnSync } from "node:child_process";

const named = process.env.MOHEN_COMMAND;

/** The command that starts Mohen, for tests that speak to the real one; undefined without it. */
export const mohen: string | undefined =
  named ?? (spawnSync("mohen", ["version"]).status === 0 ? "mohen" : undefined);

if (mohen === undefined) {
  console.warn("no `mohen` on PATH and no MOHEN_COMMAND: tests with the real one are skipped");
}
