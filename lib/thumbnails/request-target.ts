import "server-only";
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";

/** Carries a request's target as it was sent; whatever a client sends in it is lost. */
export const TARGET_HEADER = "x-vitrine-target";

const RECORDING = Symbol.for("vitrine.request-target");

/**
 * Writes the target of every request this process receives into a header, before anything reads it.
 *
 * Handlers see an address that has been tidied: dot segments resolved, an empty query and Next's
 * own parameters removed. Each of these would be another spelling of a signed address, and another
 * entry in every cache on the way. Called once, when the server starts; again does nothing.
 */
export function recordTargets(): void {
  const place = globalThis as typeof globalThis & { [RECORDING]?: true };
  if (place[RECORDING]) return;
  place[RECORDING] = true;
  subscribe("http.server.request.start", (message) => {
    const { request } = message as { request: IncomingMessage };
    request.headers[TARGET_HEADER] = request.url ?? "";
  });
}
