import "server-only";
import type { IPv4, IPv6 } from "ipaddr.js";
import { parseUrl } from "@/lib/protocol/parse-url";
import { type IpAddress, parseIpAddress } from "./ip-address";

/** Private hosts and networks that thumbnails may be fetched from. */
export type PrivateHosts = {
  /** True for a listed host on a listed port; its IP addresses are then not checked. */
  hasHost(hostname: string, port: number): boolean;
  /** True for an IP address in a listed network. */
  hasAddress(address: IpAddress): boolean;
};

/**
 * Parses the operator's list. An entry is a host (`nas.example`, meaning ports 80 and 443), a host
 * and port (`nas.example:8080`, `[fd00::5]:8080`) or a network (`192.168.4.0/24`).
 *
 * @throws RangeError naming the first invalid entry.
 */
export function parsePrivateHosts(entries: readonly string[]): PrivateHosts {
  const hosts = new Set(entries.filter((entry) => !entry.includes("/")).flatMap(parseHost));
  const networks = entries.filter((entry) => entry.includes("/")).map(parseNetwork);
  return {
    hasHost: (hostname, port) => hosts.has(`${hostname.replace(/\.$/, "")}:${port}`),
    hasAddress: (address) => networks.some((contains) => contains(address)),
  };
}

function parseHost(entry: string): string[] {
  const url = /^[^/?#@\\\s]+$/.test(entry) ? parseUrl(`http://${entry}`) : null;
  if (url === null) throw invalid(entry);
  const hostname = url.hostname.replace(/\.$/, "");
  // `url.port` is empty for an explicit 80, too.
  const port = /:([0-9]+)$/.exec(entry.replace(/^\[[^\]]*\]/, ""))?.[1];
  return port === undefined ? [`${hostname}:80`, `${hostname}:443`] : [`${hostname}:${+port}`];
}

function parseNetwork(entry: string): (address: IpAddress) => boolean {
  const [text = "", bits = ""] = entry.split("/");
  const base = parseIpAddress(text);
  const isIpv4 = base?.kind() === "ipv4";
  const prefixBits = /^[0-9]{1,3}$/.test(bits) ? Number(bits) : Number.NaN;
  if (base === null || !(prefixBits <= (isIpv4 ? 32 : 128))) throw invalid(entry);
  return (address) => {
    if (address.kind() !== base.kind()) return false;
    return isIpv4
      ? (address as IPv4).match(base as IPv4, prefixBits)
      : (address as IPv6).match(base as IPv6, prefixBits);
  };
}

function invalid(entry: string): RangeError {
  return new RangeError(`not a host or a network: ${entry}`);
}
