import { storybookTest } from "@storybook/addon-vitest/vitest-plugin";
import react from "@vitejs/plugin-react";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";

// The system's own browser: Playwright's download is not needed, and not everywhere possible.
const chromium = () => ({
  enabled: true,
  headless: true,
  screenshotFailures: false,
  provider: playwright({
    launchOptions: {
      executablePath: process.env.MOHEN_CHROMIUM ?? "/usr/bin/chromium",
      args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
    },
  }),
  instances: [{ browser: "chromium" as const, viewport: { width: 1024, height: 768 } }],
});

// A browser on a busy machine may be late once; what is broken is broken twice.
const retry = 1;
// Nothing is measured by these: they only end what hangs.
const patience = { testTimeout: 60_000, hookTimeout: 60_000 };

// Bundled before the first test, not in the middle of it.
const editor = ["state", "view", "commands", "language", "lang-markdown", "search"];
const optimizeDeps = {
  include: [...editor.map((name) => `@codemirror/${name}`), "diff/lib/diff/array.js"],
};

export default defineConfig({
  test: {
    projects: [
      // Pure things: the client, the stores, the words. A process for each file takes half as long
      // again, and nothing is kept between them that a test could trip over.
      {
        test: {
          name: "unit",
          ...patience,
          isolate: false,
          environment: "node",
          include: ["src/**/*.test.ts"],
        },
      },
      // Components by themselves, in a real browser.
      {
        plugins: [react()],
        optimizeDeps,
        test: {
          name: "components",
          ...patience,
          retry,
          include: ["src/**/*.test.tsx"],
          browser: chromium(),
        },
      },
      // Every story renders, plays its play function, and passes axe. One page for all of them,
      // as in Storybook itself, takes half the time.
      {
        plugins: [storybookTest({ configDir: ".storybook" })],
        optimizeDeps,
        test: { name: "stories", ...patience, retry, isolate: false, browser: chromium() },
      },
    ],
  },
});
