// The page's modules expect a browser: the few things they touch when they are read.
const kept = new Map<string, string>();
Object.assign(globalThis, {
  localStorage: { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => kept.set(key, value), removeItem: (key: string) => kept.delete(key) },
  matchMedia: () => ({ matches: false }),
  location: { hash: "", pathname: "/" },
  window: { addEventListener: () => undefined, scrollTo: () => undefined },
  document: { documentElement: { dataset: {} }, addEventListener: () => undefined },
});
// Every screen's words, as its visitor has them.
await (await import("../src/i18n/index.svelte")).tongue.coach();

export {};
