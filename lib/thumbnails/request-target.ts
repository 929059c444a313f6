import "server-only";
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";

/** Carries a request's target as sent; a value from the client is overwritten. */
export const TARGET_HEADER = "x-vitrine-target";

const RECORDING = Symbol.for("vitrine.request-target");

/**
 * Records the raw target of every request that this process receives in a header.
 *
 * Handlers see a normalised URL: dot segments resolved, an empty query and Next's own parameters
 * removed. Without the raw target a signed URL would have many spellings, each with an entry of its
 * own in every cache. Later calls have no effect.
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
