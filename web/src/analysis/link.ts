/** An analysis as a part of an address: the position itself with the lines tried from it, compressed. No server keeps it, and none is sent it. */
import type { PositionData } from "../api";
import { emptyPosition } from "./setup";

/** Moves by the index of the position that they were tried from: 0 is the first, 1 what the first move led to; with the names that were given. */
export interface Saved { edition: string; position: PositionData; moves: [from: number, action: string, name?: string][]; current: number; open: boolean }

async function through(bytes: Uint8Array<ArrayBuffer>, change: CompressionStream | DecompressionStream): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(change)).arrayBuffer());
}

export async function encode({ edition, position, moves, current, open }: Saved): Promise<string> {
  const plain = emptyPosition(position.players);
  const told = Object.entries(position).filter(([field, value]) => field === "players" || JSON.stringify(value) !== JSON.stringify(plain[field as keyof PositionData]));
  const text = JSON.stringify([1, edition, Object.fromEntries(told), moves, current, Number(open)]);
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** What an address holds; null where it is none of ours. */
export async function decode(code: string): Promise<Saved | null> {
  try {
    const bytes = Uint8Array.from(atob(code.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
    const text = new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw")));
    const [version, edition, told, moves, current, open] = JSON.parse(text) as [number, string, Partial<PositionData> & { players: number }, Saved["moves"], number, number];
    if (version !== 1) return null;
    return { edition, position: { ...emptyPosition(told.players), ...told }, moves, current, open: open === 1 };
  } catch {
    return null;
  }
}
