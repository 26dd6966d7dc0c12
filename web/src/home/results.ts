/** One's last results, newest first: of games that one played. A record that was uploaded is nobody's game here, whoever uploaded it. */
import type { MyTable } from "../api";

const SHOWN = 3;

export const lastResults = (tables: readonly MyTable[]): MyTable[] =>
  tables.filter(({ status, result, you }) => status !== "record" && result !== null && you.length > 0).sort((a, b) => b.updated - a.updated).slice(0, SHOWN);
