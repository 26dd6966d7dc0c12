/** Who can open an invitation: a link by loopback is of no use to others, and is replaced by one by which they can come. */
import type { Invitation } from "../api";

export type Reach = "anyone" | "network" | "moved" | "computer";
/** `moved`: the page was opened by loopback, and the link names the machine's address in its network instead. */
export interface Invite { link: string; reach: Reach }

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;
/** Addresses and names that only a network at home or at work knows (RFC 1918, RFC 4193, RFC 3927, and what routers hand out). */
const AT_HOME = /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|\[f[cde]|[^.:]+$|.*\.(local|lan|home|internal|home\.arpa)$)/;

/** A machine in several networks has an address in each: `at` counts on through them. */
export function inviteOf({ link, addresses }: Pick<Invitation, "link" | "addresses">, at = 0): Invite {
  const { hostname, origin } = new URL(link);
  const address = addresses[at % addresses.length];
  if (!LOOPBACK.test(hostname)) return { link, reach: AT_HOME.test(hostname) ? "network" : "anyone" };
  return address ? { link: link.replace(origin, address), reach: "moved" } : { link, reach: "computer" };
}
