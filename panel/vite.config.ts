import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

// A class is named by its sheet's place in the list of all sheets: a hash, as is usual, cannot be
// compressed, and there are hundreds of classes.
const src = join(import.meta.dirname, "src");
const sheets = readdirSync(src, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".module.css"))
  .sort();

function className(local: string, file: string): string {
  const place = sheets.indexOf(relative(src, file.replace(/\?.*/, "")));
  if (place < 0) throw new Error(`${file} is none of the panel's sheets`);
  return `${local}-${place.toString(36)}`;
}

// The page checks the answers it asks for; how the others look is for hosts that ask them.
function onlyAsked(): Plugin {
  const sources = readdirSync(src, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path) && !/\.(test|stories)\.|^channels/.test(path))
    .map((path) => readFileSync(join(src, path), "utf8"))
    .join("\n");
  return {
    name: "only-asked",
    apply: "build",
    enforce: "pre",
    transform(code, id) {
      if (!id.endsWith("channels/generated.ts")) return;
      const [shapes = "", table = ""] = code.split("export const answers = ");
      const asked = table.replace(/^ {2}'([^']+)': \w+,$/gm, (line, channel) =>
        sources.includes(`"${channel}"`) ? line : "",
      );
      const pure = shapes.replace(/\b(?:z\.\w+|word<[^>]*>)\(/g, "/* @__PURE__ */ $&");
      return `${pure}export const answers = ${asked}`;
    },
  };
}

// Each language is a file of its own, and comes when somebody speaks it: nobody reads both. In the
// sources they stand side by side, so that the compiler sees to it that both say everything.
const LANGUAGES = ["en", "zh"] as const;
const TABLE =
  /const (\w+) = words\(\{\n {2}en: (\{\n.*?\n {2}\}),\n {2}zh: (\{\n.*?\n {2}\}),\n\}\)/s;

function eachLanguage(): Plugin {
  const place = (name: string) => join(src, "words", name);
  const tables = readdirSync(src, { recursive: true, encoding: "utf8" })
    .filter((path) => /words\w*\.ts$/.test(path))
    .map((path) => join(src, path))
    .filter((path) => TABLE.test(readFileSync(path, "utf8")));
  return {
    name: "each-language",
    apply: "build",
    enforce: "pre",
    resolveId: (id) => (id.startsWith("words:") ? `\0${id}` : undefined),
    load(id) {
      const language = LANGUAGES.find((each) => id === `\0words:${each}`);
      if (!language) return;
      const brought = tables.map(
        (path, at) => `import { told as t${at} } from "${path}?${language}";`,
      );
      const told = tables.map((_, at) => `t${at}.${language}`);
      return `${brought.join("")} export default [${told.join()}];`;
    },
    transform(code, id) {
      const [path = "", asked] = id.split("?");
      if (path === place("languages.ts"))
        return `const told = {};
          const from = { en: () => import("words:en"), zh: () => import("words:zh") };
          export const come = async (language) => {
            told[language] ??= (await from[language]()).default;
          };
          export const table = (at) => ({ get en() { return told.en[at]; }, get zh() { return told.zh[at]; } });`;
      if (!tables.includes(path)) {
        if (/\bwords\(\{/.test(code) && path.startsWith(src))
          throw new Error(`${id} has words of its own`);
        return;
      }
      const language = LANGUAGES.find((each) => each === asked);
      if (language)
        return code.replace(TABLE, (_, name: string, en: string, zh: string) => {
          const one = language === "en" ? `en: ${en}, zh: {}` : `en: {}, zh: ${zh}`;
          return `const ${name} = words({ ${one} });\nexport { ${name} as told }`;
        });
      const here = `const $1 = table(${tables.indexOf(path)})`;
      return `import { table } from "${place("languages.ts")}";\n${code.replace(TABLE, here)}`;
    },
  };
}

// The page that `mohen serve` serves. It is built into the Python package and travels in the wheel.
export default defineConfig({
  plugins: [onlyAsked(), eachLanguage(), react()],
  css: { modules: { generateScopedName: className } },
  build: {
    outDir: "../src/mohen/server/static/panel",
    emptyOutDir: true,
    target: "es2022",
    // One part in a hundred smaller than the default: what is left is code of ours and words.
    minify: "terser",
    terserOptions: { compress: { passes: 3 }, format: { ecma: 2020 } },
    // A data: address would need a hole in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: false,
  },
  server: {
    // `npm run dev` beside a running `mohen serve`.
    proxy: Object.fromEntries(
      ["/ipc", "/events", "/session", "/ticket"].map((path) => [path, "http://127.0.0.1:7717"]),
    ),
  },
});
