import "server-only";
import { lookup, Resolver } from "node:dns/promises";
import { untilAborted } from "@/lib/platform/request-coalescing";
import { isPublic, parseIpAddress } from "./ip-address";
import { bareHostname, portOf, type SourcePolicy } from "./source-url";
import { badHost, refused } from "./thumbnail-failure";

/** Resolves a host name to all its IP addresses, as text. Rejects where there are none. */
export type ResolveHost = (
  hostname: string,
  options: { isPrivateHost: boolean; timeoutMs: number },
) => Promise<readonly string[]>;

/** An IP address that passed the policy; connections are made to no other. */
export type CheckedIpAddress = { address: string; family: 4 | 6 };

type Resolving = { resolveHost: ResolveHost; timeoutMs: number; signal: AbortSignal };

/** More than an image host needs; a longer answer is suspicious. */
const ADDRESSES_MAX = 32;

/**
 * Resolves the host of a URL that `parseSourceUrl` allowed. Every IP address must be allowed, even
 * if it would not be used: a name that mixes public and private ones is an attack.
 *
 * @throws ThumbnailFailure `refused` for a forbidden IP address, `unavailable` where the name does
 *   not resolve within `timeoutMs`; the signal's reason once it aborts.
 */
export async function resolveChecked(
  url: URL,
  policy: SourcePolicy,
  resolving: Resolving,
): Promise<CheckedIpAddress[]> {
  const hostname = bareHostname(url);
  const isPrivateHost = policy.privateHosts.hasHost(url.hostname, portOf(url));
  const isLiteral = parseIpAddress(hostname) !== null;
  const addresses = isLiteral
    ? [hostname]
    : await resolveInTime(hostname, isPrivateHost, resolving);
  if (addresses.length === 0) throw badHost("the name has no IP address");
  if (addresses.length > ADDRESSES_MAX) throw refused("the name has too many IP addresses");
  return addresses.map((address) => checkIpAddress(address, policy, isPrivateHost));
}

/** @throws ThumbnailFailure `refused` unless the address is public or listed by the operator. */
export function checkIpAddress(
  text: string,
  policy: SourcePolicy,
  isPrivateHost: boolean,
): CheckedIpAddress {
  const address = parseIpAddress(text);
  if (address === null) throw refused("an invalid IP address");
  if (policy.ownHosts.includes(text)) throw refused("the name resolves to this server");
  const isAllowed = isPrivateHost || isPublic(address) || policy.privateHosts.hasAddress(address);
  if (!isAllowed) throw refused(`the name resolves to ${address}`);
  return { address: text, family: address.kind() === "ipv4" ? 4 : 6 };
}

async function resolveInTime(
  hostname: string,
  isPrivateHost: boolean,
  { resolveHost, timeoutMs, signal }: Resolving,
): Promise<readonly string[]> {
  const deadline = AbortSignal.timeout(timeoutMs);
  const either = AbortSignal.any([signal, deadline]);
  try {
    return await untilAborted(resolveHost(hostname, { isPrivateHost, timeoutMs }), either);
  } catch (cause) {
    signal.throwIfAborted();
    throw badHost(deadline.aborted ? "the name server is slow" : "the name is unknown", cause);
  }
}

/**
 * The default resolver. Public names are resolved by DNS only, so that a slow name server does not
 * block the thread pool that files and hashes need. Hosts that the operator listed are resolved by
 * the operating system, which knows `/etc/hosts` and container networks.
 */
export const resolveBySystem: ResolveHost = async (hostname, { isPrivateHost, timeoutMs }) => {
  if (isPrivateHost) {
    return (await lookup(hostname, { all: true })).map(({ address }) => address);
  }
  // Resolve A and AAAA independently; some name servers never answer one of them.
  const resolver = new Resolver({ timeout: timeoutMs * 0.75, tries: 1 });
  const [ipv4, ipv6] = await Promise.allSettled([
    resolver.resolve4(hostname),
    resolver.resolve6(hostname),
  ]);
  if (ipv4.status === "rejected" && ipv6.status === "rejected") throw ipv4.reason;
  return [ipv4, ipv6].flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
};
