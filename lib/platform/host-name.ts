import "server-only";
import ipaddr from "ipaddr.js";

/**
 * Returns the host name of a `Host` header or a URL's host, in lower case, without port and final
 * dot.
 */
export function hostNameOf(host: string): string {
  return host.toLowerCase().replace(/:\d*$/, "").replace(/\.$/, "");
}

/** Returns whether it is an IP address as URLs write it: four decimal parts, or IPv6 in brackets. */
export function isIpAddress(hostName: string): boolean {
  const [, inBrackets] = /^\[(.+)\]$/.exec(hostName) ?? [];
  return inBrackets === undefined
    ? ipaddr.IPv4.isValidFourPartDecimal(hostName)
    : ipaddr.IPv6.isValid(inBrackets);
}

/** Returns whether every browser resolves it to its own machine (RFC 6761 §6.3). */
export function isLoopbackHost(hostName: string): boolean {
  if (/^(?:(?:[a-z0-9_-]+\.)*localhost|\[::1\])$/.test(hostName)) return true;
  return hostName.startsWith("127.") && isIpAddress(hostName);
}
