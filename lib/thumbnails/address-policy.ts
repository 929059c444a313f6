import "server-only";
import { type IpAddress, parseIpAddress } from "./ip-address";

/**
 * True for an address on the public internet: the only ones that strangers' picture addresses may
 * lead to.
 *
 * A positive rule, because lists of bad addresses have always missed some: IPv4 outside every
 * block of the IANA special-purpose registry, IPv6 inside 2000::/3 and outside every special block
 * and without an IPv4 address inside it. What can't be read is not public.
 */
export function isPublicAddress(text: string): boolean {
  const address = parseIpAddress(text);
  return address !== null && isPublic(address);
}

/** The same for an address that is already read. */
export function isPublic(address: IpAddress): boolean {
  return address.version === 4 ? isPublicIpv4(address.bytes) : isPublicIpv6(address.groups);
}

/**
 * https://www.iana.org/assignments/iana-ipv4-special-registry, those marked globally reachable
 * too, since none of them hosts pictures; multicast and class E; Azure's 168.63.129.16, a metadata
 * service inside an ordinary range.
 */
function isPublicIpv4([a, b, c, d]: readonly [number, number, number, number]): boolean {
  if (a === 0 || a === 10 || a === 127 || a >= 224) return false;
  if (a === 100) return b < 64 || b > 127;
  if (a === 168) return !(b === 63 && c === 129 && d === 16);
  if (a === 169) return b !== 254;
  if (a === 172) return b < 16 || b > 31;
  if (a === 192) return isPublicUnder192(b, c);
  if (a === 198) return b !== 18 && b !== 19 && !(b === 51 && c === 100);
  if (a === 203) return !(b === 0 && c === 113);
  return true;
}

function isPublicUnder192(b: number, c: number): boolean {
  if (b === 0) return c !== 0 && c !== 2;
  if (b === 31) return c !== 196;
  if (b === 52) return c !== 193;
  if (b === 88) return c !== 99;
  if (b === 175) return c !== 48;
  return b !== 168;
}

/**
 * https://www.iana.org/assignments/iana-ipv6-special-registry. Mapped, compatible, SIIT and both
 * NAT64 prefixes lie outside 2000::/3 already.
 */
function isPublicIpv6(groups: readonly number[]): boolean {
  const [g0 = 0, g1 = 0, g2 = 0, , g4 = 0, g5 = 0] = groups;
  if (g0 < 0x2000 || g0 > 0x3fff) return false;
  // 2001::/23 (Teredo, ORCHID, benchmarking, AS112 and whatever comes), 2001:db8::/32
  if (g0 === 0x2001 && (g1 < 0x0200 || g1 === 0x0db8)) return false;
  if (g0 === 0x2002) return false;
  if (g0 === 0x2620 && g1 === 0x004f && g2 === 0x8000) return false;
  if (g0 === 0x3fff && g1 < 0x1000) return false;
  // ISATAP (RFC 5214 §6.1): ::[02]00:5efe:a.b.c.d under any prefix
  return !((g4 & 0xfcff) === 0 && g5 === 0x5efe);
}
