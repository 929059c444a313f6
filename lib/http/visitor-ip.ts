import "server-only";
import ipaddr from "ipaddr.js";
import { PEER_HEADER } from "./peer-ip";

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = [Address, number];

/**
 * Whom to believe what they say in `X-Forwarded-For`: nobody, this many proxies in a row before
 * this server, or proxies at these addresses.
 */
export type TrustedProxies =
  | { kind: "none" }
  | { kind: "hops"; count: number }
  | { kind: "ranges"; ranges: readonly Range[] };

/** More proxies than this in a row, nobody has; what lies further left is not read. */
const HOPS_MAX = 10;

/**
 * Reads the setting: empty, a number of proxies, or addresses and CIDR ranges separated by commas.
 * Null when it can't be read.
 */
export function parseTrustedProxies(text: string): TrustedProxies | null {
  const trimmed = text.trim();
  if (trimmed === "" || trimmed === "0") return { kind: "none" };
  if (/^\d+$/.test(trimmed)) {
    const count = Number(trimmed);
    return count <= HOPS_MAX ? { kind: "hops", count } : null;
  }
  const ranges = trimmed.split(",").map((part) => parseRange(part.trim()));
  return ranges.includes(null) ? null : { kind: "ranges", ranges: ranges as Range[] };
}

function parseRange(text: string): Range | null {
  try {
    if (text.includes("/")) return ipaddr.parseCIDR(text);
    const address = ipaddr.parse(text);
    return [address, address.kind() === "ipv4" ? 32 : 128];
  } catch {
    return null;
  }
}

/**
 * By which name a visitor is counted: its IPv4 address, the /64 of its IPv6 address (what one
 * household or host gets, and can take any address from), or `unknown`.
 *
 * Begins at the connection's other end and goes left through `X-Forwarded-For` only as far as
 * trusted proxies vouch for it. Without a trusted proxy the header counts for nothing, since any
 * client can send one; then all who come through a proxy are one visitor, the proxy. Where requests
 * were not recorded (`recordPeerAddresses`), everyone is `unknown`.
 */
export function visitorAddress(headers: Headers, trusted: TrustedProxies): string {
  const peer = parseHop(headers.get(PEER_HEADER) ?? "");
  if (peer === null) return "unknown";
  if (trusted.kind === "none") return toName(peer);
  const forwarded = (headers.get("x-forwarded-for") ?? "").split(",").slice(-HOPS_MAX);
  const chain = [...forwarded.filter((hop) => hop.trim() !== ""), null].reverse();
  let visitor: Address = peer;
  for (const [index, hop] of chain.entries()) {
    const address = hop === null ? peer : parseHop(hop);
    // A hop that a trusted proxy could not name: what lies behind it is anybody's guess.
    if (address === null) return `unknown via ${toName(visitor)}`;
    visitor = address;
    const isTrusted =
      trusted.kind === "hops" ? index < trusted.count : isWithin(address, trusted.ranges);
    if (!isTrusted) break;
  }
  return toName(visitor);
}

/** One address as proxies write it: alone, with a port, in brackets, with a zone. */
function parseHop(text: string): Address | null {
  const bare = text
    .trim()
    .replace(/^\[([^\]]*)\](:\d{1,5})?$/, "$1")
    .replace(/^(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}$/, "$1")
    .replace(/%.*$/, "");
  if (bare.length > 45) return null;
  // Four decimal parts only: the parser would also take octal, hexadecimal and shortened forms.
  if (!bare.includes(":") && !ipaddr.IPv4.isValidFourPartDecimal(bare)) return null;
  // `process` unwraps IPv4 addresses that came in through an IPv6 socket.
  return ipaddr.isValid(bare) ? ipaddr.process(bare) : null;
}

function isWithin(address: Address, ranges: readonly Range[]): boolean {
  return ranges.some(
    ([network, bits]) => network.kind() === address.kind() && address.match([network, bits]),
  );
}

function toName(address: Address): string {
  if (address.kind() === "ipv4") return address.toString();
  const parts = (address as ipaddr.IPv6).parts.slice(0, 4).map((part) => part.toString(16));
  return `${parts.join(":")}::/64`;
}
