import { readdirSync } from "node:fs";
import { join, relative } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

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

// The page that `mohen serve` serves. It is built into the Python package and travels in the wheel.
export default defineConfig({
  plugins: [react()],
  css: { modules: { generateScopedName: className } },
  build: {
    outDir: "../src/mohen/server/static/panel",
    emptyOutDir: true,
    target: "es2022",
    // A data: address would need a hole in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    // `npm run dev` beside a running `mohen serve`.
    proxy: Object.fromEntries(
      ["/ipc", "/events", "/session", "/ticket"].map((path) => [path, "http://127.0.0.1:7717"]),
    ),
  },
});
