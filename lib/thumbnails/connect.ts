import "server-only";
import { lookup, Resolver } from "node:dns/promises";
import { once } from "node:events";
import { connect as connectTcp, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { connectionOptions } from "@/lib/platform/connection-options";
import { untilAborted } from "@/lib/platform/request-coalescing";
import type { FetchDeadlines } from "./fetch-hop";
import { isPublic, parseIpAddress } from "./ip-address";
import { bareHostname, isOwnHost, portOf, type SourcePolicy } from "./source-url";
import { badHost, refused, slowHost } from "./thumbnail-failure";

/** Resolves a host name to all its IP addresses, as text. Rejects if there are none. */
export type ResolveHost = (
  hostname: string,
  options: { isPrivateHost: boolean; timeoutMs: number },
) => Promise<readonly string[]>;

export type ConnectOptions = {
  policy: SourcePolicy;
  resolveHost: ResolveHost;
  deadlines: FetchDeadlines;
  signal: AbortSignal;
};

/** An IP address that the policy allows; connections are made to no other. */
type CheckedIpAddress = { address: string; family: 4 | 6 };

/** An image host needs fewer; a longer answer is suspicious. */
const ADDRESSES_MAX = 32;

/**
 * Resolves the host of a URL that `parseSourceUrl` allowed, and connects to one of its IP addresses.
 * For https, TLS is verified for the host name. Returns the socket before anything was written to it.
 *
 * The name is not resolved again (DNS rebinding): the lookup returns the checked addresses. The
 * address that was reached is compared once more before a byte is sent.
 *
 * @throws ThumbnailFailure `refused` for a forbidden IP address, `unavailable` if the name does not
 * resolve or the connection fails, `slow-host` after `connectMs`; the signal's reason once it aborts
 */
export async function connectChecked(url: URL, options: ConnectOptions): Promise<Socket> {
  const addresses = await resolveChecked(url, options);
  options.signal.throwIfAborted();
  const hostname = bareHostname(url);
  const tcp = connectTcp({
    host: hostname,
    port: portOf(url),
    // With `autoSelectFamily`, Node requests all addresses.
    lookup: (_hostname, _options, callback) => callback(null, [...addresses]),
    ...connectionOptions(options.deadlines.connectMs),
  });
  let socket = tcp;
  try {
    await waitFor(tcp, "connect", options);
    const reached = parseIpAddress(tcp.remoteAddress ?? "")?.toString();
    const checked = addresses.map(({ address }) => parseIpAddress(address)?.toString());
    if (reached === undefined || !checked.includes(reached)) {
      throw refused("connected to another IP address than the checked one");
    }
    if (url.protocol === "https:") {
      // A server name indication must not be an IP address (RFC 6066 §3).
      const isLiteral = parseIpAddress(hostname) !== null;
      socket = connectTls({
        socket: tcp,
        host: hostname,
        ...connectionOptions(options.deadlines.connectMs),
        ALPNProtocols: ["http/1.1"],
        ...(isLiteral ? {} : { servername: hostname }),
      });
      await waitFor(socket, "secureConnect", options);
    }
    return socket;
  } catch (error) {
    socket.destroy();
    tcp.destroy();
    throw error;
  }
}

/**
 * Every IP address must be allowed, even if it would not be used: a name with public and private
 * addresses is an attack.
 */
async function resolveChecked(url: URL, options: ConnectOptions): Promise<CheckedIpAddress[]> {
  const { policy } = options;
  const isPrivateHost = policy.privateHosts.hasHost(url);
  const addresses = await resolveInTime(bareHostname(url), isPrivateHost, options);
  if (addresses.length === 0) throw badHost("the name has no IP address");
  if (addresses.length > ADDRESSES_MAX) throw refused("the name has too many IP addresses");
  return addresses.map((text) => {
    const address = parseIpAddress(text);
    if (address === null) throw refused("an invalid IP address");
    if (isOwnHost(text, url, policy)) throw refused("the name resolves to this server");
    const isAllowed = isPrivateHost || isPublic(address) || policy.privateHosts.hasAddress(address);
    if (!isAllowed) throw refused(`the name resolves to ${address}`);
    return { address: text, family: address.kind() === "ipv4" ? 4 : 6 };
  });
}

async function resolveInTime(
  hostname: string,
  isPrivateHost: boolean,
  { resolveHost, deadlines: { dnsMs: timeoutMs }, signal }: ConnectOptions,
): Promise<readonly string[]> {
  if (parseIpAddress(hostname) !== null) return [hostname];
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
 * The default resolver. It resolves public names by DNS only, so that a slow name server does not
 * block the thread pool, which also reads and hashes files. The operating system, which knows
 * `/etc/hosts` and container networks, resolves the hosts that the operator listed.
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

async function waitFor(
  socket: Socket,
  event: "connect" | "secureConnect",
  { deadlines, signal }: ConnectOptions,
): Promise<void> {
  // Stays attached: a later error must not end the process.
  socket.on("error", () => {});
  const deadline = AbortSignal.timeout(deadlines.connectMs);
  try {
    await once(socket, event, { signal: AbortSignal.any([signal, deadline]) });
  } catch (cause) {
    signal.throwIfAborted();
    if (deadline.aborted) throw slowHost(`no ${event} in time`);
    throw badHost(`the connection failed before ${event}`, cause);
  }
}
