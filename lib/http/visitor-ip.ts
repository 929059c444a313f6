import "server-only";
import ipaddr from "ipaddr.js";
import { log } from "@/lib/platform/log";

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = [Address, number];

/** Proxies whose `X-Forwarded-For` is trusted: none, a number of them in a row, or IP ranges. */
export type TrustedProxies =
  | { kind: "none" }
  | { kind: "hops"; count: number }
  | { kind: "ranges"; ranges: readonly Range[] };

/** Maximum number of entries of `X-Forwarded-For` to read, from the right. */
const HOPS_MAX = 10;

/**
 * Parses the setting: empty, a number of proxies, or IP addresses and CIDR ranges separated by
 * commas. Returns null for any other text.
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

/** Returns the name under which the visitor of a request is counted (`visitorName`). */
export type VisitorOf = (connection: Hops) => string;

/** The IP address of the socket's peer, and the header `X-Forwarded-For`. */
type Hops = { peer: string | undefined; forwardedFor: string | undefined };

/**
 * Creates the function that names visitors. It warns once if requests seem to come through an
 * untrusted proxy, because all visitors of that proxy then share their limits.
 */
export function createVisitorOf(trusted: TrustedProxies): VisitorOf {
  let hasWarned = trusted.kind !== "none";
  return (hops) => {
    if (!hasWarned && hops.forwardedFor !== undefined && isInPrivateNetwork(hops.peer)) {
      hasWarned = true;
      log().warn({
        event: "proxy_not_trusted",
        hint: "If visitors come through a proxy, name it in VITRINE_TRUSTED_PROXIES.",
      });
    }
    return visitorName(hops, trusted);
  };
}

/** Whether the peer of a connection is a trusted proxy. */
export function isTrustedProxy(peer: string | undefined, trusted: TrustedProxies): boolean {
  if (trusted.kind !== "ranges") return trusted.kind === "hops";
  const address = parseHop(peer ?? "");
  return address !== null && isWithin(address, trusted.ranges);
}

function isInPrivateNetwork(peer: string | undefined): boolean {
  const range = parseHop(peer ?? "")?.range() ?? "";
  return ["private", "loopback", "uniqueLocal"].includes(range);
}

/**
 * Returns the name under which a visitor is counted: the IPv4 address, the /64 network of an IPv6
 * address (one household or host gets a whole /64), or `unknown` without a peer.
 *
 * Starts at the peer and goes left through `X-Forwarded-For` while each hop is a trusted proxy.
 * Without a trusted proxy the header is ignored, since any client can send it; all visitors behind
 * an untrusted proxy then count as one.
 */
export function visitorName({ peer, forwardedFor }: Hops, trusted: TrustedProxies): string {
  const first = parseHop(peer ?? "");
  if (first === null) return "unknown";
  if (trusted.kind === "none") return toName(first);
  const forwarded = (forwardedFor ?? "").split(",").slice(-HOPS_MAX);
  const chain = [...forwarded.filter((hop) => hop.trim() !== ""), null].reverse();
  let visitor: Address = first;
  for (const [index, hop] of chain.entries()) {
    const address = hop === null ? first : parseHop(hop);
    // A trusted proxy did not identify this hop, so entries to its left cannot be trusted.
    if (address === null) return `unknown via ${toName(visitor)}`;
    visitor = address;
    const isTrusted =
      trusted.kind === "hops" ? index < trusted.count : isWithin(address, trusted.ranges);
    if (!isTrusted) break;
  }
  return toName(visitor);
}

/** Parses one IP address as proxies write it: bare, with a port, in brackets, or with a zone. */
function parseHop(text: string): Address | null {
  const bare = text
    .trim()
    .replace(/^\[([^\]]*)\](:\d{1,5})?$/, "$1")
    .replace(/^(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}$/, "$1")
    .replace(/%.*$/, "");
  if (bare.length > 45) return null;
  // Requires four decimal parts: the parser also takes octal, hexadecimal and shortened forms.
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
