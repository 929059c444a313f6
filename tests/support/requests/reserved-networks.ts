/**
 * A second, independent check for public IP addresses, to compare the policy with: networks as CIDR
 * text, IP addresses as one bigint, and a mask. It shares no code with the policy.
 */
const REFUSED_V4 = `
0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 168.63.129.16/32 169.254.0.0/16 172.16.0.0/12
192.0.0.0/24 192.0.2.0/24 192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16
192.175.48.0/24 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4`;

const REFUSED_V6 = `
2001::/23 2001:db8::/32 2002::/16 2620:4f:8000::/48 3fff::/20`;

const ALLOWED_V6 = "2000::/3";

type Network = { base: bigint; mask: bigint };

const refusedV4 = networks(REFUSED_V4, 32);
const refusedV6 = networks(REFUSED_V6, 128);
const allowedV6 = networks(ALLOWED_V6, 128);

/** Whether an IPv4 address, as a number, is public. */
export function isPublicNumberV4(value: bigint): boolean {
  return !refusedV4.some((network) => isIn(value, network));
}

/** Whether an IPv6 address, as a number, is public. */
export function isPublicNumberV6(value: bigint): boolean {
  // ISATAP: the interface identifier starts with 0000:5efe or 0200:5efe, under any prefix.
  const marker = (value >> 32n) & 0xffff_ffffn;
  const isIsatap = (marker & ~0x0300_0000n) === 0x0000_5efen;
  return (
    allowedV6.some((network) => isIn(value, network)) &&
    !refusedV6.some((network) => isIn(value, network)) &&
    !isIsatap
  );
}

/** An IPv4 address in dotted decimal. */
export function textOfV4(value: bigint): string {
  return [24n, 16n, 8n, 0n].map((shift) => String((value >> shift) & 0xffn)).join(".");
}

/** An IPv6 address with all eight groups. */
export function textOfV6(value: bigint): string {
  const groups: string[] = [];
  for (let shift = 112n; shift >= 0n; shift -= 16n) {
    groups.push(((value >> shift) & 0xffffn).toString(16));
  }
  return groups.join(":");
}

function networks(table: string, bits: 32 | 128): Network[] {
  return table
    .trim()
    .split(/\s+/)
    .map((text) => {
      const [address = "", prefix = ""] = text.split("/");
      const all = (1n << BigInt(bits)) - 1n;
      const mask = all ^ (all >> BigInt(prefix));
      return { base: bits === 32 ? numberOfV4(address) : numberOfV6(address), mask };
    });
}

function isIn(value: bigint, { base, mask }: Network): boolean {
  return (value & mask) === base;
}

function numberOfV4(text: string): bigint {
  return text.split(".").reduce((sum, part) => sum * 256n + BigInt(part), 0n);
}

function numberOfV6(text: string): bigint {
  const [front = "", back = ""] = text.split("::");
  const left = front.split(":").filter(Boolean);
  const right = back.split(":").filter(Boolean);
  const zeros = new Array<string>(8 - left.length - right.length).fill("0");
  return [...left, ...zeros, ...right].reduce(
    (sum, part) => sum * 65_536n + BigInt(`0x${part}`),
    0n,
  );
}
