import "server-only";
import { lookup, Resolver } from "node:dns/promises";
import { isPublic } from "./address-policy";
import { ipAddressKey, parseIpAddress } from "./ip-address";
import { bareHostname, portOf, type SourcePolicy } from "./source-url";
import { badHost, refused } from "./thumbnail-failure";

/** Answers every address of a host name, as text. Rejects where there are none. */
export type ResolveHost = (
  hostname: string,
  options: { isPrivateHost: boolean; timeoutMs: number },
) => Promise<readonly string[]>;

/** An address that passed the policy; the only kind that is connected to. */
export type CheckedAddress = { address: string; family: 4 | 6 };

/** More than a picture host needs; a longer answer is an attempt at something. */
const ADDRESSES_MAX = 32;

/**
 * The addresses behind a URL that `parseSourceUrl` let pass. All of them must be allowed, also
 * those that would never be tried: a name that mixes public and private ones is an attack.
 *
 * @throws ThumbnailFailure `refused` for a forbidden address, `unavailable` where the name leads
 *   nowhere within `timeoutMs`; the signal's reason once it aborts.
 */
export async function resolveChecked(
  url: URL,
  policy: SourcePolicy,
  resolving: { resolveHost: ResolveHost; timeoutMs: number; signal: AbortSignal },
): Promise<CheckedAddress[]> {
  const hostname = bareHostname(url);
  const isPrivateHost = policy.privateHosts.hasHost(url.hostname, portOf(url));
  const isLiteral = parseIpAddress(hostname) !== null;
  const addresses = isLiteral
    ? [hostname]
    : await resolveInTime(hostname, isPrivateHost, resolving);
  if (addresses.length === 0) throw badHost("the name has no address");
  if (addresses.length > ADDRESSES_MAX) throw refused("the name has too many addresses");
  return addresses.map((address) => checkAddress(address, policy, isPrivateHost));
}

/** @throws ThumbnailFailure `refused` unless the address is public or listed by the operator. */
export function checkAddress(
  text: string,
  policy: SourcePolicy,
  isPrivateHost: boolean,
): CheckedAddress {
  const address = parseIpAddress(text);
  if (address === null) throw refused("an address that can't be read");
  if (policy.ownHosts.includes(text)) throw refused("the name leads to this server");
  const isAllowed = isPrivateHost || isPublic(address) || policy.privateHosts.hasAddress(address);
  if (!isAllowed) throw refused(`the name leads to ${ipAddressKey(address)}`);
  return { address: text, family: address.version };
}

async function resolveInTime(
  hostname: string,
  isPrivateHost: boolean,
  {
    resolveHost,
    timeoutMs,
    signal,
  }: { resolveHost: ResolveHost; timeoutMs: number; signal: AbortSignal },
): Promise<readonly string[]> {
  let stop = () => {};
  const stopped = new Promise<never>((_, reject) => {
    const timer = setTimeout(() => reject(badHost("the name server is slow")), timeoutMs);
    const onAbort = () => reject(signal.reason);
    signal.addEventListener("abort", onAbort);
    stop = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
    };
  });
  try {
    return await Promise.race([resolveHost(hostname, { isPrivateHost, timeoutMs }), stopped]);
  } catch (cause) {
    signal.throwIfAborted();
    throw badHost("the name can't be resolved", cause);
  } finally {
    stop();
  }
}

/**
 * The usual way to resolve: strangers' names by DNS alone, so that a slow name server occupies no
 * thread of the pool that files and hashes need; names the operator listed by the system's own
 * rules, which know `/etc/hosts` and container networks.
 */
export const resolveBySystem: ResolveHost = async (hostname, { isPrivateHost, timeoutMs }) => {
  if (isPrivateHost) {
    return (await lookup(hostname, { all: true })).map(({ address }) => address);
  }
  // One kind of address must not wait in vain for the other, which some name servers never answer.
  const resolver = new Resolver({ timeout: timeoutMs * 0.75, tries: 1 });
  const [ipv4, ipv6] = await Promise.allSettled([
    resolver.resolve4(hostname),
    resolver.resolve6(hostname),
  ]);
  if (ipv4.status === "rejected" && ipv6.status === "rejected") throw ipv4.reason;
  return [ipv4, ipv6].flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
};
