import "server-only";

/** An address as numbers: four bytes, or eight groups of sixteen bits. */
export type IpAddress =
  | { version: 4; bytes: readonly [number, number, number, number] }
  | { version: 6; groups: readonly number[] };

/**
 * Reads an address in its plain spelling: dotted decimal without leading zeros, or RFC 4291 §2.2
 * text without brackets and without a zone. Null for everything else, which the policy refuses.
 */
export function parseIpAddress(text: string): IpAddress | null {
  if (text.includes(":")) {
    const groups = parseIpv6(text);
    return groups === null ? null : { version: 6, groups };
  }
  const bytes = parseIpv4(text);
  return bytes === null ? null : { version: 4, bytes };
}

type Ipv4Bytes = readonly [number, number, number, number];

function parseIpv4(text: string): Ipv4Bytes | null {
  const parts = text.split(".");
  if (parts.length !== 4) return null;
  const [a, b, c, d] = parts.map((part) =>
    /^(?:0|[1-9][0-9]{0,2})$/.test(part) ? Number(part) : 256,
  ) as [number, number, number, number];
  return Math.max(a, b, c, d) > 255 ? null : [a, b, c, d];
}

function parseIpv6(text: string): number[] | null {
  if (text.length > 45) return null;
  const halves = text.split("::");
  if (halves.length > 2) return null;
  const [head = "", tail] = halves;
  const front = parseGroups(head, tail === undefined);
  const back = tail === undefined ? [] : parseGroups(tail, true);
  if (front === null || back === null) return null;
  const missing = 8 - front.length - back.length;
  if (tail === undefined ? missing !== 0 : missing < 1) return null;
  return [...front, ...new Array<number>(missing).fill(0), ...back];
}

/** Groups between colons; the last may be an IPv4 address where the text ends. */
function parseGroups(text: string, mayEndInIpv4: boolean): number[] | null {
  if (text === "") return [];
  const groups: number[] = [];
  const parts = text.split(":");
  for (const [index, part] of parts.entries()) {
    if (/^[0-9a-fA-F]{1,4}$/.test(part)) {
      groups.push(Number.parseInt(part, 16));
      continue;
    }
    const bytes = mayEndInIpv4 && index === parts.length - 1 ? parseIpv4(part) : null;
    if (bytes === null) return null;
    groups.push(bytes[0] * 256 + bytes[1], bytes[2] * 256 + bytes[3]);
  }
  return groups;
}

/** The one spelling under which two addresses are compared. */
export function ipAddressKey(address: IpAddress): string {
  return address.version === 4
    ? address.bytes.join(".")
    : address.groups.map((group) => group.toString(16)).join(":");
}
