/** The parts of our own documents that the page shows: headings, paragraphs, lists, tables and code. Links become their words. */

export type Block =
  | { kind: "heading" | "text" | "item"; text: string }
  | { kind: "code"; text: string }
  | { kind: "table"; rows: string[][] };

const plain = (text: string) => text.replace(/\[([^\]]+)\]\([^)]*\)/g, "$1").replace(/\*\*?([^*]+)\*\*?/g, "$1");
const cells = (line: string) => line.split("|").slice(1, -1).map((cell) => plain(cell.trim()));

/** The blocks of a document from the first heading on that begins like `from`, and before the one that begins like `until`. */
export function blocks(document: string, from: string, until: string): Block[] {
  const told: Block[] = [];
  let code: string[] | null = null;
  const start = document.indexOf(`\n## ${from}`);
  const end = document.indexOf(`\n## ${until}`);
  for (const line of document.slice(Math.max(0, start), end < 0 ? undefined : end).split("\n")) {
    const last = told.at(-1);
    if (line.startsWith("```")) {
      if (code) told.push({ kind: "code", text: code.join("\n") });
      code = code ? null : [];
    } else if (code) code.push(line);
    else if (line.startsWith("#")) told.push({ kind: "heading", text: plain(line.replace(/^#+ /, "")) });
    else if (/^\|[ -]+\|/.test(line) && /^[|\s-]+$/.test(line)) continue;
    else if (line.startsWith("|")) {
      if (last?.kind === "table") last.rows.push(cells(line));
      else told.push({ kind: "table", rows: [cells(line)] });
    } else if (/^\d+\. /.test(line)) told.push({ kind: "item", text: plain(line.replace(/^\d+\. /, "")) });
    else if (line.trim() === "") told.push({ kind: "text", text: "" });
    else if (last && (last.kind === "text" || last.kind === "item")) last.text = `${last.text} ${plain(line.trim())}`.trim();
    else told.push({ kind: "text", text: plain(line) });
  }
  return told.filter((block) => block.kind === "table" || block.text !== "");
}

/** A text and what of it is code. */
export const spans = (text: string): { code: boolean; text: string }[] => text.split(/(`[^`]+`)/).filter(Boolean).map((part) => (part.startsWith("`") ? { code: true, text: part.slice(1, -1) } : { code: false, text: part }));
