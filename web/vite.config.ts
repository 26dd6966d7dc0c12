import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { inks } from "./inks.ts";

// The page is served by the package, so it is built into it; tokens.json is read from the editions, hence the wider root for the dev server.
export default defineConfig({
  plugins: [inks(), svelte()],
  build: {
    outDir: "../src/allaboard/web",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { fs: { allow: [".."] }, proxy: { "/api": "http://127.0.0.1:8000" } },
  test: { include: ["tests/**/*.test.ts"], environment: "node", setupFiles: ["tests/setup.ts"] },
});
