import { defineConfig } from "vitest/config";

/** Everything the page loads is a file of its own origin: the gateway's CSP allows no inline script, style or `data:` address. */
export default defineConfig({
  base: "/",
  build: { outDir: "dist", assetsInlineLimit: 0, modulePreload: { polyfill: false }, cssCodeSplit: false },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  server: { proxy: { "/v1": "http://127.0.0.1:8000" } },
  test: { include: ["tests/**/*.test.{ts,tsx}"] },
});
