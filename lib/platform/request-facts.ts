import "server-only";
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";

/** Carries the peer's IP address; what a client sends in it is overwritten. */
export const PEER_HEADER = "x-vitrine-peer";

/** Carries the request's target as sent; what a client sends in it is overwritten. */
export const TARGET_HEADER = "x-vitrine-target";

const RECORDING = Symbol.for("vitrine.request-facts");

/**
 * Writes two facts that Next hides from handlers and pages into headers of every request that this
 * process receives. Call it before the server listens; further calls do nothing.
 *
 * - The peer's IP address: Next gives no access to the socket, and its own `x-forwarded-for` is the
 *   peer's address only if the client sent none.
 * - The raw target: handlers see a normalised URL, without dot segments, empty queries and Next's own
 *   parameters, so a signed URL would have many spellings.
 */
export function recordRequestFacts(): void {
  const place = globalThis as typeof globalThis & { [RECORDING]?: true };
  if (place[RECORDING]) return;
  place[RECORDING] = true;
  // Node announces each request on this channel before it is handled.
  subscribe("http.server.request.start", (message) => {
    const { request, socket } = message as { request: IncomingMessage; socket: Socket };
    request.headers[PEER_HEADER] = socket.remoteAddress ?? "";
    request.headers[TARGET_HEADER] = request.url ?? "";
  });
}
