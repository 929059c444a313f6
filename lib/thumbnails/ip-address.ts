import "server-only";
import { isIP } from "node:net";
import ipaddr, { type IPv4, type IPv6 } from "ipaddr.js";

export type IpAddress = IPv4 | IPv6;

/**
 * Parses dotted decimal without leading zeros, or RFC 4291 §2.2 text without brackets and zone.
 * Returns null for every other text: `ipaddr.js` alone would also read octal, hexadecimal and short
 * forms.
 */
export function parseIpAddress(text: string): IpAddress | null {
  return isIP(text) === 0 || text.includes("%") ? null : ipaddr.parse(text);
}

/**
 * https://www.iana.org/assignments/iana-ipv4-special-registry, including the globally reachable
 * entries, because none of them hosts images; multicast and class E; and Azure's 168.63.129.16, a
 * metadata service inside an ordinary range.
 */
const SPECIAL_IPV4 = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "168.63.129.16/32",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.31.196.0/24",
  "192.52.193.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "192.175.48.0/24",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/3",
].map((range) => ipaddr.IPv4.parseCIDR(range));

/** Excludes the mapped, compatible, SIIT and both NAT64 prefixes. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * https://www.iana.org/assignments/iana-ipv6-special-registry. 2001::/23 includes Teredo, ORCHID,
 * benchmarking and AS112.
 */
const SPECIAL_IPV6 = [
  "2001::/23",
  "2001:db8::/32",
  "2002::/16",
  "2620:4f:8000::/48",
  "3fff::/20",
].map((range) => ipaddr.IPv6.parseCIDR(range));

/**
 * Returns whether an IP address is on the public internet. Thumbnails are only fetched from such
 * addresses.
 *
 * A positive rule, because lists of forbidden addresses have always missed some: IPv4 outside every
 * special block; IPv6 inside 2000::/3, outside every special block and without an embedded IPv4
 * address.
 */
export function isPublic(address: IpAddress): boolean {
  if (address.kind() === "ipv4") {
    return !SPECIAL_IPV4.some((range) => (address as IPv4).match(range));
  }
  const ipv6 = address as IPv6;
  const isSpecial = !ipv6.match(GLOBAL_IPV6) || SPECIAL_IPV6.some((range) => ipv6.match(range));
  const { parts } = ipv6;
  // RFC 5214 §6.1: ::[02]00:5efe:a.b.c.d below any prefix.
  const isIsatap = ((parts[4] ?? 0) & 0xfcff) === 0 && parts[5] === 0x5efe;
  return !isSpecial && !isIsatap;
}
