import svelte from "eslint-plugin-svelte";
import ts from "typescript-eslint";
import colours from "./lint/raw-colours.js";
import config from "./svelte.config.js";

const browser = Object.fromEntries(
  ["window", "document", "navigator", "localStorage", "location", "history", "fetch", "console", "requestAnimationFrame", "setTimeout", "clearTimeout"].map(
    (name) => [name, "readonly"],
  ),
);

export default ts.config(
  { ignores: ["node_modules", "fixtures", "src/schema.ts"] },
  ...ts.configs.strict,
  ...ts.configs.stylistic,
  ...svelte.configs.recommended,
  { languageOptions: { globals: browser } },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser, extraFileExtensions: [".svelte"], svelteConfig: config } },
  },
  {
    rules: {
      "max-lines": ["error", { max: 300, skipBlankLines: true }],
      "no-console": "error",
      // TypeScript knows the names; the rule knows only a list.
      "no-undef": "off",
      "@typescript-eslint/no-non-null-assertion": "error",
      // The page has its own small router and no base path.
      "svelte/no-navigation-without-resolve": "off",
      // Sets and maps are made whole and replaced, never changed in place once they are state.
      "svelte/prefer-svelte-reactivity": "off",
      // `name ||= await …` looks at the name before it waits, and overwrites what came meanwhile.
      "no-restricted-syntax": ["error", { selector: "AssignmentExpression[operator=/^(\\|\\||\\?\\?|&&)=$/] > AwaitExpression", message: "Wait first, then assign." }],
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
    },
  },
  { files: ["src/i18n/**/*.ts"], rules: { "max-lines": "off" } },
  { files: ["src/**/*.svelte", "src/**/*.ts"], plugins: { own: colours }, rules: { "own/raw-colours": "error" } },
  { files: ["scripts/*.mjs"], rules: { "no-console": "off" } },
);
