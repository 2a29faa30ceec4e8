import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

// The page that `mohen serve` serves. It is built into the Python package and travels in the wheel.
export default defineConfig({
  plugins: [react()],
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
