import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

const OUT = "dist";
const TSC = "node_modules/typescript/bin/tsc";

/** Types beside the modules, with imports that every compiler follows. */
function declarations(): Plugin {
  return {
    name: "declarations",
    closeBundle() {
      execFileSync(process.execPath, [TSC, "-p", "tsconfig.lib.json", "--outDir", OUT], {
        stdio: "inherit",
      });
      const files = readdirSync(OUT, { recursive: true, encoding: "utf8" });
      for (const file of files.filter((each) => each.endsWith(".d.ts"))) {
        const path = join(OUT, file);
        const text = readFileSync(path, "utf8")
          .replace(/(from "|import\(")(\.[^"]*)\.tsx?"/g, '$1$2.js"')
          .replace(/^import "[^"]*\.css";\n/gm, "");
        writeFileSync(path, text);
      }
    },
  };
}

// The panel as a library: components and a typed client for another program's page.
// What npm installs stays outside, so that a host has one React and one zod.
export default defineConfig({
  plugins: [react(), declarations()],
  publicDir: false,
  build: {
    outDir: OUT,
    target: "es2022",
    minify: false, // a host minifies what it ships
    sourcemap: true,
    lib: {
      entry: ["src/lib.ts", "src/channels/index.ts", "src/channels/child.ts"],
      formats: ["es"],
      cssFileName: "style",
    },
    rolldownOptions: {
      external: (id) => /^[@a-z]/.test(id),
      output: { preserveModules: true, preserveModulesRoot: "src", entryFileNames: "[name].js" },
    },
  },
});
