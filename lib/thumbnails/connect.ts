import "server-only";
import { connect as connectTcp, type LookupFunction, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { ipAddressKey, parseIpAddress } from "./ip-address";
import type { CheckedAddress } from "./resolve";
import { bareHostname, portOf } from "./source-url";
import { badHost, refused, slowHost, type ThumbnailFailure } from "./thumbnail-failure";

/**
 * A connection to one of the checked addresses and to nothing else, with TLS verified for the
 * URL's name where it is https. Nothing has been written to it.
 *
 * The name is not resolved again: the lookup answers what was checked. Afterwards the address that
 * was really reached is compared once more, before a byte is sent.
 *
 * @throws ThumbnailFailure `unavailable`, `slow-host` after `timeoutMs`, `refused`; the signal's
 *   reason once it aborts.
 */
export async function connectChecked(
  url: URL,
  addresses: readonly CheckedAddress[],
  { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal },
): Promise<Socket> {
  signal.throwIfAborted();
  const tcp = connectTcp({
    host: bareHostname(url),
    port: portOf(url),
    lookup: answerOnly(addresses),
    autoSelectFamily: true,
  });
  const isTls = url.protocol === "https:";
  let socket = tcp;
  try {
    await settled(tcp, "connect", { timeoutMs, signal });
    assertReached(tcp, addresses);
    if (isTls) {
      const hostname = bareHostname(url);
      // A name indication must not be a literal address (RFC 6066 §3).
      const isLiteral = parseIpAddress(hostname) !== null;
      const servername = isLiteral ? {} : { servername: hostname };
      socket = connectTls({
        socket: tcp,
        host: hostname,
        // Said, so that no NODE_TLS_REJECT_UNAUTHORIZED in the environment unsays it.
        rejectUnauthorized: true,
        ALPNProtocols: ["http/1.1"],
        ...servername,
      });
      await settled(socket, "secureConnect", { timeoutMs, signal });
    }
    return socket;
  } catch (error) {
    socket.destroy();
    tcp.destroy();
    throw error;
  }
}

/** A lookup that knows no names: whatever is asked, it answers what was checked. */
function answerOnly(addresses: readonly CheckedAddress[]): LookupFunction {
  return (_hostname, options, callback) => {
    if (options.all) return callback(null, [...addresses]);
    const [first] = addresses;
    if (first === undefined) return callback(new Error("no checked address"), "", 4);
    return callback(null, first.address, first.family);
  };
}

function assertReached(socket: Socket, addresses: readonly CheckedAddress[]): void {
  const reached = keyOf(socket.remoteAddress ?? "");
  if (reached === null || !addresses.some(({ address }) => keyOf(address) === reached)) {
    throw refused("connected to another address than the checked one");
  }
}

function keyOf(text: string): string | null {
  const address = parseIpAddress(text);
  return address === null ? null : ipAddressKey(address);
}

function settled(
  socket: Socket,
  event: "connect" | "secureConnect",
  { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal },
): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const done = (failure?: ThumbnailFailure | unknown) => {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
      socket.off(event, onReady);
      socket.off("close", onClose);
      if (failure === undefined) resolve();
      else reject(failure);
    };
    const onReady = () => done();
    const onAbort = () => done(signal.reason);
    const onClose = () => done(badHost("the host closed the connection"));
    const timer = setTimeout(() => done(slowHost(`no ${event} in time`)), timeoutMs);
    socket.once(event, onReady);
    // Stays for the socket's life: an error after this moment must not end the process.
    socket.on("error", (cause) => done(badHost(`the connection failed before ${event}`, cause)));
    socket.once("close", onClose);
    signal.addEventListener("abort", onAbort);
  });
}
