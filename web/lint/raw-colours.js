/** A lint rule of our own: colours are named in styles/tokens.css and in the editions' art, and nowhere else. */

const NAMES =
  "aqua|azure|beige|black|blue|brown|coral|crimson|cyan|fuchsia|gold|gray|green|grey|indigo|ivory|khaki|lavender|lime|linen|magenta|maroon|navy|olive|orange|orchid|pink|plum|purple|red|salmon|silver|snow|tan|teal|tomato|turquoise|violet|wheat|white|yellow";
const HEX = /(?<![\w&/-])#(?:[\da-f]{8}|[\da-f]{6}|[\da-f]{3,4})(?![\w-])/gi;
const FUNCTION = /(?<![\w-])(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\(/gi;
/** A name is a colour only where a colour stands: `fill="white"`, `border: 1px solid black`, but neither `white-space` nor `--c-red` nor `=== "black"`. */
const NAMED = new RegExp(`(?<![\\w-])(?:fill|stroke|color|background|border|outline|box-shadow|accent-color|filter)[\\w-]*\\s*[:=][^;}>\\n]*?(?<![\\w.-]|[=!]== ")(?:${NAMES})(?![\\w.-])`, "gi");

/** Where a text names colours itself: `[start, end]` of each. */
export function rawColours(text) {
  const found = [HEX, FUNCTION].flatMap((form) => [...text.matchAll(form)].map((match) => [match.index, match.index + match[0].length]));
  for (const match of text.matchAll(NAMED)) {
    const name = /[a-z]+$/i.exec(match[0]);
    if (name) found.push([match.index + name.index, match.index + match[0].length]);
  }
  return found.sort(([one], [other]) => one - other);
}

const rule = {
  meta: { type: "problem", schema: [], messages: { raw: "'{{colour}}' is a raw colour; name it in styles/tokens.css and use var(--name)" } },
  create: (context) => ({
    Program() {
      const { sourceCode } = context;
      for (const [start, end] of rawColours(sourceCode.text)) {
        const loc = { start: sourceCode.getLocFromIndex(start), end: sourceCode.getLocFromIndex(end) };
        context.report({ loc, messageId: "raw", data: { colour: sourceCode.text.slice(start, end) } });
      }
    },
  }),
};

export default { rules: { "raw-colours": rule } };
