import "server-only";
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";

/** Carries the address at the other end of the connection; whatever a client sends in it is lost. */
export const PEER_HEADER = "x-vitrine-peer";

const RECORDING = Symbol.for("vitrine.peer-address");

/**
 * Writes the peer's address into every request this process receives, before anything reads it.
 *
 * Next gives handlers and pages no way to the socket. Its own `x-forwarded-for` is the peer's
 * address only if the client sent none, so it can be made up. Node announces each request on this
 * channel before it is handled. Called once, when the server starts; again does nothing.
 */
export function recordPeerAddresses(): void {
  const place = globalThis as typeof globalThis & { [RECORDING]?: true };
  if (place[RECORDING]) return;
  place[RECORDING] = true;
  subscribe("http.server.request.start", (message) => {
    const { request, socket } = message as { request: IncomingMessage; socket: Socket };
    request.headers[PEER_HEADER] = socket.remoteAddress ?? "";
  });
}
