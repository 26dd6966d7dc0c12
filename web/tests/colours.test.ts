/** No component names a colour: the rule that lint runs, and the style sheets that it does not read. */
import { readFileSync } from "node:fs";
import { Linter } from "eslint";
import svelte from "eslint-plugin-svelte";
import { describe, expect, it } from "vitest";
import { inksOf } from "../inks";
import plugin, { rawColours } from "../lint/raw-colours";
import tokens from "../../src/allaboard/editions/art/tokens.json";

const raw = (text: string) => rawColours(text).map(([start, end]) => text.slice(start, end));

describe("a raw colour", () => {
  it.each([
    ['<path fill="#FFF6E2" />', ["#FFF6E2"]],
    [".a { color: #fffbf2; border: 2px solid #0008 }", ["#fffbf2", "#0008"]],
    [".a { box-shadow: 0 1px 4px rgb(0 0 0 / 35%) }", ["rgb("]],
    [".a { background: hsl(10deg 20% 30%) }", ["hsl("]],
    ['<rect stroke="white" />', ["white"]],
    [".a { border: 1px solid black; }", ["black"]],
    ['const style = { fill: "red" };', ["red"]],
  ])("is found in %s", (text, found) => expect(raw(text)).toEqual(found));

  it.each([
    ".a { color: var(--c-red); white-space: nowrap; background: var(--white) }",
    ".a { border-color: color-mix(in srgb, var(--ivory) 40%, transparent) }",
    '<use href="#{id}-red-0" />',
    '<a href="#/rules/usa">red</a>',
    'if (look === "black") return "white";',
    '<path fill={look === "black" ? paint.edge : paint.fill} />',
    "const letter = '&#160;';",
  ])("is none in %s", (text) => expect(raw(text)).toEqual([]));

  it("fails lint in a component, wherever it stands", () => {
    const component = '<script>const ink = "#123456";</script>\n<i style="color: #abc"></i>\n<style>i { color: rgb(1 2 3) }</style>\n';
    const told = new Linter().verify(component, [...svelte.configs.base, { files: ["**/*.svelte"], plugins: { own: plugin }, rules: { "own/raw-colours": "error" } }], "One.svelte");
    expect(told.map(({ ruleId, line, severity }) => [ruleId, line, severity])).toEqual([1, 2, 3].map((line) => ["own/raw-colours", line, 2]));
  });
});

describe("the style sheets", () => {
  const sheet = (name: string) => readFileSync(new URL(`../src/styles/${name}.css`, import.meta.url), "utf8");

  it.each(["base", "fonts"])("%s names no colour", (name) => expect(raw(sheet(name))).toEqual([]));

  it("repeat no ink of the board, whose properties are made from the editions' tokens", () => {
    const made = [...inksOf(tokens).matchAll(/(--[\w-]+):/g)].map((match) => match[1] ?? "");
    expect(made).toContain("--c-red");
    expect(made).toContain("--outline");
    const own = [...sheet("tokens").matchAll(/(?<=[{;\s])(--[\w-]+):/g)].map((match) => match[1] ?? "");
    expect(made.filter((name) => own.includes(name))).toEqual([]);
  });
});
