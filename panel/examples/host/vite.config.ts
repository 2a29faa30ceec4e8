import react from "@vitejs/plugin-react";
import { defineConfig, type ProxyOptions } from "vite";
import { startMohen } from "./mohen_server";

// The host's server stands between its page and Mohen: the page needs no token, and Mohen, which
// answers its own origin only, hears from this server and nobody else.
export default defineConfig(async () => {
  const mohen = await startMohen(process.env.MOHEN_COMMAND ?? "mohen");
  const toMohen: ProxyOptions = {
    target: mohen.address,
    changeOrigin: true,
    headers: { Authorization: `Bearer ${mohen.token}` },
    // The guard that Mohen's own check of the origin would have been.
    bypass: ({ headers }, response) => {
      if (headers.origin === undefined || headers.origin === `http://${headers.host}`) return;
      response?.writeHead(403).end();
      return false;
    },
    configure: (proxy) => proxy.on("proxyReq", (request) => request.removeHeader("origin")),
  };
  return {
    root: import.meta.dirname,
    plugins: [react(), { name: "end-mohen", buildEnd: mohen.end }],
    server: { host: "127.0.0.1", proxy: { "/ipc": toMohen, "/events": toMohen } },
  };
});
