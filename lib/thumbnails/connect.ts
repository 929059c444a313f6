import "server-only";
import { once } from "node:events";
import { connect as connectTcp, type LookupFunction, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { parseIpAddress } from "./ip-address";
import type { CheckedIpAddress } from "./resolve";
import { bareHostname, portOf } from "./source-url";
import { badHost, refused, slowHost } from "./thumbnail-failure";

/**
 * Connects to one of the checked IP addresses, for https with TLS verified for the URL's host name.
 * Nothing has been written to the socket.
 *
 * The name is not resolved again (DNS rebinding): the lookup returns the checked addresses. The
 * address that was reached is compared once more before a byte is sent.
 *
 * @throws ThumbnailFailure `unavailable`, `slow-host` after `timeoutMs`, `refused`; the signal's
 *   reason once it aborts.
 */
export async function connectChecked(
  url: URL,
  addresses: readonly CheckedIpAddress[],
  { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal },
): Promise<Socket> {
  signal.throwIfAborted();
  const tcp = connectTcp({
    host: bareHostname(url),
    port: portOf(url),
    lookup: lookupOf(addresses),
    autoSelectFamily: true,
  });
  const isTls = url.protocol === "https:";
  let socket = tcp;
  try {
    await waitFor(tcp, "connect", { timeoutMs, signal });
    assertReached(tcp, addresses);
    if (isTls) {
      const hostname = bareHostname(url);
      // A server name indication must not be an IP address (RFC 6066 §3).
      const isLiteral = parseIpAddress(hostname) !== null;
      const servername = isLiteral ? {} : { servername: hostname };
      socket = connectTls({
        socket: tcp,
        host: hostname,
        // Explicit, so that NODE_TLS_REJECT_UNAUTHORIZED in the environment has no effect.
        rejectUnauthorized: true,
        ALPNProtocols: ["http/1.1"],
        ...servername,
      });
      await waitFor(socket, "secureConnect", { timeoutMs, signal });
    }
    return socket;
  } catch (error) {
    socket.destroy();
    tcp.destroy();
    throw error;
  }
}

/** A lookup that returns the checked addresses for every name. */
function lookupOf(addresses: readonly CheckedIpAddress[]): LookupFunction {
  return (_hostname, options, callback) => {
    if (options.all) return callback(null, [...addresses]);
    const [first] = addresses;
    if (first === undefined) return callback(new Error("no checked address"), "", 4);
    return callback(null, first.address, first.family);
  };
}

function assertReached(socket: Socket, addresses: readonly CheckedIpAddress[]): void {
  const reached = parseIpAddress(socket.remoteAddress ?? "")?.toString();
  const isChecked = ({ address }: CheckedIpAddress) =>
    parseIpAddress(address)?.toString() === reached;
  if (reached === undefined || !addresses.some(isChecked)) {
    throw refused("connected to another IP address than the checked one");
  }
}

async function waitFor(
  socket: Socket,
  event: "connect" | "secureConnect",
  { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal },
): Promise<void> {
  // Stays attached: an error after this moment must not end the process.
  socket.on("error", () => {});
  const deadline = AbortSignal.timeout(timeoutMs);
  try {
    await once(socket, event, { signal: AbortSignal.any([signal, deadline]) });
  } catch (cause) {
    signal.throwIfAborted();
    if (deadline.aborted) throw slowHost(`no ${event} in time`);
    throw badHost(`the connection failed before ${event}`, cause);
  }
}
