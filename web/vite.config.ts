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
    // Few files, which compress better than many. Each takes along all that it imports and that stands in no file before it, so that none needs a later one.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "home", tags: ["$initial"], priority: 3 },
            { name: "board", test: /src[\\/](board[\\/]Board|cards[\\/]TrainCard|cards[\\/]TicketStub)\.svelte$/, priority: 2 },
            { name: "table", test: /src[\\/]table[\\/]PlayTable\.svelte$/, priority: 1 },
          ],
        },
      },
    },
  },
  server: { fs: { allow: [".."] }, proxy: { "/api": "http://127.0.0.1:8000" } },
  test: { include: ["tests/**/*.test.ts"], environment: "node", setupFiles: ["tests/setup.ts"] },
});
