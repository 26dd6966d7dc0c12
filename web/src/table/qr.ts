/** A text as a QR code to be drawn; the encoder is fetched when the first one is wanted. */

/** Quiet modules around the code, which readers need. */
export const QUIET = 4;

export interface Code { size: number; path: string }

/** Dark modules as one path, a run at a time. */
export function pathOf(rows: readonly (readonly boolean[])[]): string {
  const runs: string[] = [];
  rows.forEach((row, y) => {
    for (let x = row.indexOf(true); x >= 0; x = row.indexOf(true, x)) {
      const end = row.indexOf(false, x);
      const length = (end < 0 ? row.length : end) - x;
      runs.push(`M${x} ${y}h${length}v1h-${length}z`);
      x += length;
    }
  });
  return runs.join("");
}

export async function codeOf(text: string): Promise<Code> {
  const { encodeQR } = await import("qr");
  const rows = encodeQR(text, "raw", { ecc: "medium", border: QUIET });
  return { size: rows.length, path: pathOf(rows) };
}
