import "server-only";
import { parseUrl } from "@/lib/protocol/parse-url";
import { type IpAddress, parseIpAddress } from "./ip-address";

/** What the operator lets thumbnails be fetched from besides the public internet. */
export type PrivateHosts = {
  /** True where this host on this port was named: its addresses and port are then not judged. */
  hasHost(hostname: string, port: number): boolean;
  /** True where a listed network holds the address. */
  hasAddress(address: IpAddress): boolean;
};

type Network = { address: IpAddress; prefixBits: number };

/**
 * Reads the operator's list. An entry is a host (`nas.example`, meaning ports 80 and 443), a host
 * and port (`nas.example:8080`, `[fd00::5]:8080`) or a network (`192.168.4.0/24`).
 *
 * @throws RangeError naming the first entry that is none of these.
 */
export function parsePrivateHosts(entries: readonly string[]): PrivateHosts {
  const hosts = new Set<string>();
  const networks: Network[] = [];
  for (const entry of entries) {
    if (entry.includes("/")) networks.push(parseNetwork(entry));
    else for (const host of parseHost(entry)) hosts.add(host);
  }
  return {
    hasHost: (hostname, port) => hosts.has(`${hostname.replace(/\.$/, "")}:${port}`),
    hasAddress: (address) => networks.some((network) => isInside(address, network)),
  };
}

function parseHost(entry: string): string[] {
  const text = `http://${entry}`;
  const url = /^[^/?#@\\\s]+$/.test(entry) ? parseUrl(text) : null;
  if (url === null) throw new RangeError(`not a host or a network: ${entry}`);
  const hostname = url.hostname.replace(/\.$/, "");
  // `url.port` would not tell an explicit 80 from none.
  const port = /:([0-9]+)$/.exec(entry.replace(/^\[[^\]]*\]/, ""))?.[1];
  return port === undefined ? [`${hostname}:80`, `${hostname}:443`] : [`${hostname}:${+port}`];
}

function parseNetwork(entry: string): Network {
  const [text = "", bits = ""] = entry.split("/");
  const address = parseIpAddress(text);
  const prefixBits = /^[0-9]{1,3}$/.test(bits) ? Number(bits) : Number.NaN;
  const isValid = address !== null && prefixBits <= (address.version === 4 ? 32 : 128);
  if (!isValid) throw new RangeError(`not a host or a network: ${entry}`);
  return { address, prefixBits };
}

function isInside(address: IpAddress, { address: base, prefixBits }: Network): boolean {
  if (address.version !== base.version) return false;
  const mine = bitsOf(address);
  return bitsOf(base).slice(0, prefixBits) === mine.slice(0, prefixBits);
}

function bitsOf(address: IpAddress): string {
  const [parts, width] = address.version === 4 ? [address.bytes, 8] : [address.groups, 16];
  return parts.map((part) => part.toString(2).padStart(width, "0")).join("");
}
