import "server-only";
import { domainToUnicode } from "node:url";
import type { IPv4, IPv6 } from "ipaddr.js";
import { parseUrl } from "@/lib/protocol/parse-url";
import { type IpAddress, isPublic, parseIpAddress } from "./ip-address";

/** Private hosts and networks that thumbnails may be fetched from. */
export type PrivateHosts = {
  /** Returns whether a URL has a listed host and port; its IP addresses are then not checked. */
  hasHost(url: URL): boolean;
  /** Returns whether an IP address is in a listed network. */
  hasAddress(address: IpAddress): boolean;
};

/** Decides which URLs are fetched. */
export type SourcePolicy = {
  /** Host names of this server, in the form of `bareHostname`: fetching from them is a loop. */
  ownHosts: readonly string[];
  privateHosts: PrivateHosts;
};

export type SourceUrl = { isAllowed: true; url: URL } | { isAllowed: false; problem: string };

const URL_CHARACTERS_MAX = 2048;
const HOST_CHARACTERS_MAX = 253;
const LOCAL_NAME = /(?:^|\.)(?:localhost|localdomain|local|internal)$|^ip6-/;

/**
 * Parses an image's URL and checks its scheme, port, user information, host name and literal IP
 * address. IP addresses of a host name are checked when it is resolved.
 *
 * `url` is canonical: parsed by the WHATWG rules, which normalise decimal, octal, hexadecimal,
 * percent-encoded and full-width hosts, and without a fragment.
 */
export function parseSourceUrl(text: string, policy: SourcePolicy): SourceUrl {
  if (text.length > URL_CHARACTERS_MAX) return no("longer than 2,048 characters");
  const url = parseUrl(text);
  if (url === null) return no("not a URL");
  url.hash = "";
  if (url.href.length > URL_CHARACTERS_MAX) return no("longer than 2,048 characters");
  if (url.protocol !== "https:" && url.protocol !== "http:") return no("scheme");
  if (url.username !== "" || url.password !== "") return no("user information");
  const hostname = bareHostname(url);
  if (!isHostname(hostname)) return no("host name");
  if (isOwnHost(hostname, url, policy)) return no("own host");
  if (policy.privateHosts.hasHost(url)) return { isAllowed: true, url };
  // The parser drops the scheme's default port.
  if (url.port !== "" && url.port !== "80" && url.port !== "443") return no("port");
  if (LOCAL_NAME.test(hostname)) return no("local name");
  const literal = parseIpAddress(hostname);
  if (literal !== null && !isPublic(literal) && !policy.privateHosts.hasAddress(literal)) {
    return no("private address");
  }
  return { isAllowed: true, url };
}

/**
 * Returns whether `host`, a name or an IP address of the URL's host, is this server. Another server of
 * the same host is not, if the operator listed it with its port.
 */
export function isOwnHost(host: string, url: URL, policy: SourcePolicy): boolean {
  const isListed = url.port !== "" && policy.privateHosts.hasHost(url);
  return policy.ownHosts.includes(host) && !isListed;
}

/** Returns the host in the form that resolvers and sockets expect: without brackets and trailing dot. */
export function bareHostname({ hostname }: Pick<URL, "hostname">): string {
  return hostname.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");
}

/** Returns the URL's port, explicit or default. */
export function portOf(url: URL): number {
  if (url.port !== "") return Number(url.port);
  return url.protocol === "https:" ? 443 : 80;
}

/**
 * Checks the lengths of RFC 1035 §2.3.4, and that international labels decode (RFC 5891 §5.4): newer
 * parsers check neither. Accepts IPv6 literals, which have colons and were checked by the parser.
 */
function isHostname(hostname: string): boolean {
  if (hostname.includes(":")) return true;
  if (hostname.length === 0 || hostname.length > HOST_CHARACTERS_MAX) return false;
  if (!hostname.split(".").every((label) => label.length > 0 && label.length <= 63)) return false;
  return !hostname.includes("xn--") || !/(?:^|\.)xn--/.test(domainToUnicode(hostname));
}

function no(problem: string): SourceUrl {
  return { isAllowed: false, problem };
}

/**
 * Parses the operator's list. An entry is a host (`nas.example`, meaning ports 80 and 443), a host
 * and port (`nas.example:8080`, `[fd00::5]:8080`) or a network (`192.168.4.0/24`).
 *
 * @throws RangeError naming the first invalid entry
 */
export function parsePrivateHosts(entries: readonly string[]): PrivateHosts {
  const hosts = new Set(entries.filter((entry) => !entry.includes("/")).flatMap(parseHost));
  const networks = entries.filter((entry) => entry.includes("/")).map(parseNetwork);
  return {
    hasHost: (url) => hosts.has(`${url.hostname.replace(/\.$/, "")}:${portOf(url)}`),
    hasAddress: (address) => networks.some((contains) => contains(address)),
  };
}

function parseHost(entry: string): string[] {
  const url = /^[^/?#@\\\s]+$/.test(entry) ? parseUrl(`http://${entry}`) : null;
  if (url === null) throw invalid(entry);
  const hostname = url.hostname.replace(/\.$/, "");
  // `url.port` is empty even for an explicit 80.
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
