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
    // Few files, which compress better than many: one for all that home needs, and no small one for what some screens share.
    rolldownOptions: {
      output: {
        codeSplitting: { groups: [{ name: "home", tags: ["$initial"], priority: 1 }, { name: "shared", minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 20_000 }] },
        chunkFileNames: ({ name }) => `assets/${name.split("~")[0]}-[hash].js`,
        assetFileNames: ({ names: [name = ""] }) => `assets/${name.includes("~") ? "shared" : "[name]"}-[hash][extname]`,
      },
    },
  },
  server: { fs: { allow: [".."] }, proxy: { "/api": "http://127.0.0.1:8000" } },
  test: { include: ["tests/**/*.test.ts"], environment: "node", setupFiles: ["tests/setup.ts"] },
});
