import type { ESLint } from "eslint";

export function rawColours(text: string): [start: number, end: number][];
declare const plugin: ESLint.Plugin;
export default plugin;
