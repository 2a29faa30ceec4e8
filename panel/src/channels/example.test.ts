// The library as a host gets it: built, and used by the example.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type Browser, chromium } from "playwright";
import { build, createServer, type ViteDevServer } from "vite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { childClient } from "./child.ts";
import { mohen } from "./mohen.testing.ts";

const executablePath = process.env.MOHEN_CHROMIUM ?? "/usr/bin/chromium";
const home = mkdtempSync(join(tmpdir(), "mohen-example-"));

beforeAll(async () => {
  await build({ configFile: "vite.lib.config.ts", logLevel: "error" });
}, 120_000);
afterAll(() => {
  rmSync(home, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
});

test("the host's code fits the types that were built", { timeout: 60_000 }, () => {
  const tsc = "node_modules/typescript/bin/tsc";
  execFileSync(process.execPath, [tsc, "-p", "examples/host"], { stdio: "pipe", encoding: "utf8" });
});

describe("the package that would be published", () => {
  const host = join(home, "host");
  let packed: { filename: string; files: { path: string }[] };
  const run = (program: string, ...args: string[]) =>
    execFileSync(program, args, { cwd: host, stdio: "pipe", encoding: "utf8" });

  beforeAll(() => {
    mkdirSync(host);
    const said = execFileSync(
      "npm",
      ["pack", "--ignore-scripts", "--json", "--pack-destination", host],
      { stdio: "pipe", encoding: "utf8" },
    );
    packed = JSON.parse(said)[0];
  }, 60_000);

  test("holds what was built, with licence and README, and nothing else", () => {
    const paths = packed.files.map((each) => each.path);
    const stray = paths.filter(
      (path) =>
        !/^dist\/.+\.(?:js|js\.map|d\.ts|css)$/u.test(path) ||
        /\.(?:test|testing|stories)\./u.test(path),
    );
    expect(stray.sort()).toEqual(["LICENSE", "README.md", "package.json"]);
  });

  test("is installed, imported and compiled against by somebody else", { timeout: 120_000 }, () => {
    // Its dependencies are linked from here: a test asks no registry.
    const { dependencies, peerDependencies } = JSON.parse(readFileSync("package.json", "utf8"));
    const linked = [...Object.keys(dependencies), ...Object.keys(peerDependencies)];
    const near = (name: string) => [name, `file:${resolve("node_modules", name)}`];
    writeFileSync(
      join(host, "package.json"),
      JSON.stringify({
        type: "module",
        dependencies: {
          ...Object.fromEntries([...linked, "@types/react", "@types/node"].map(near)),
          "@mohen/panel": `file:./${packed.filename}`,
        },
      }),
    );
    run("npm", "install", "--offline", "--ignore-scripts", "--no-audit", "--no-fund");
    writeFileSync(join(host, "imports.mjs"), IMPORTS);
    expect(run(process.execPath, "imports.mjs")).toBe("function function object function\n");
    writeFileSync(join(host, "types.ts"), TYPES);
    const options = ["--noEmit", "--strict", "--target", "es2022", "--jsx", "react-jsx"];
    const resolving = ["--module", "nodenext", "--moduleResolution", "nodenext"];
    const tsc = resolve("node_modules/typescript/bin/tsc");
    run(process.execPath, tsc, ...options, ...resolving, "types.ts");
  });
});

const IMPORTS = `
import { MemoryPanel, createMohen } from "@mohen/panel";
import { answers } from "@mohen/panel/client";
import { childClient } from "@mohen/panel/client/child";
import.meta.resolve("@mohen/panel/style.css");
console.log(typeof MemoryPanel, typeof createMohen, typeof answers, typeof childClient);
`;
const TYPES = `
import { httpClient, MemoryPanel } from "@mohen/panel";
import { childClient } from "@mohen/panel/client/child";
const client = httpClient({ token: () => undefined });
const { data } = await client.call("memory:semantic:list", { projectId: "novel" });
export const rules: string[] = data.items.map((each) => each.rule);
// @ts-expect-error: there is no such field
client.call("memory:semantic:list", { project: "novel" });
export const panel: typeof MemoryPanel = MemoryPanel;
export const child = childClient({ command: "mohen" });
`;

test.skipIf(mohen === undefined)("child.mjs records and lists", { timeout: 60_000 }, () => {
  const env = { ...process.env, MOHEN_COMMAND: mohen, MOHEN_HOME: join(home, "child") };
  const said = execFileSync(process.execPath, ["examples/host/child.mjs"], {
    env,
    encoding: "utf8",
  });
  expect(said.split("\n")).toEqual([
    expect.stringMatching(/^recorded ep_\w+: LIGHT_EDIT$/),
    expect.stringContaining("对白简短，少用感叹号。"),
    "",
  ]);
});

describe.skipIf(mohen === undefined || !existsSync(executablePath))("the page", () => {
  const before = { home: process.env.MOHEN_HOME, command: process.env.MOHEN_COMMAND };
  let server: ViteDevServer;
  let browser: Browser;

  beforeAll(async () => {
    process.env.MOHEN_HOME = join(home, "page");
    process.env.MOHEN_COMMAND = mohen;
    server = await createServer({
      configFile: "examples/host/vite.config.ts",
      logLevel: "error",
      cacheDir: join(home, "vite"),
      server: { port: 0, ws: false, hmr: false },
    });
    await server.listen();
    const args = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"];
    browser = await chromium.launch({ executablePath, args });
  }, 120_000);

  afterAll(async () => {
    await browser?.close();
    await server?.close();
    process.env.MOHEN_HOME = before.home;
    process.env.MOHEN_COMMAND = before.command;
  }, 60_000);

  test("runs a skill on the selection, takes a candidate, and Mohen has it", {
    timeout: 300_000,
  }, async () => {
    const page = await browser.newPage({ locale: "en-US" });
    page.setDefaultTimeout(0); // the test has a patience of its own
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(error.message));
    await page.goto(server.resolvedUrls?.local[0] ?? "");
    const manuscript = page.getByRole("textbox", { name: "Manuscript" });
    await manuscript.fill("🖋 她笑了笑，，说：“走吧。”\n门外很安静。");
    await manuscript.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(3, 15));
    await page.getByRole("button", { name: "Polish" }).click();
    await page.getByRole("button", { name: "Take it" }).first().click();
    await page.getByText("Taken, and remembered.").waitFor();
    expect(await manuscript.inputValue()).toMatch(/^🖋 [\s\S]*\n门外很安静。$/);
    const panel = page.getByRole("complementary", { name: "Memory" });
    await panel.getByText("1 interaction recorded").waitFor();
    expect(errors).toEqual([]);

    const client = childClient({ command: mohen ?? "", stderr: "ignore" });
    const { data } = await client.call("memory:episode:list", { projectId: "example" });
    await client.close();
    expect(data.items).toHaveLength(1);
    expect(data.items[0]?.trigger).toMatchObject({ skillUsed: "polish" });
  });

  test("another page's requests are not passed on", { timeout: 120_000 }, async () => {
    const base = server.resolvedUrls?.local[0] ?? "";
    const ask = (origin: string) =>
      fetch(`${base}ipc/memory:status`, { method: "POST", body: "{}", headers: { origin } });
    expect((await ask("http://evil.example")).status).toBe(403);
    expect((await ask(base.slice(0, -1))).status).toBe(200);
  });
});
