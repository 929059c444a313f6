import "server-only";
import type { Server } from "node:http";
import type { Socket } from "node:net";
import { setImmediate as turn, setTimeout as wait } from "node:timers/promises";

/** Event-loop turns: Node accepts a connection in one and reads its request in the next. */
const TURNS = 3;
/** How much longer the server waits for a balancer that still sends requests after `announceMs`. */
const LATE_MS_MAX = 5_000;
const HEALTH_CHECK = /^\/(?:livez|healthz|readyz)(?:\?|$)/;

/** Tracks a server's connections for `drain`. Call it before the server listens. */
export function connectionsOf(server: Server): ReadonlySet<Socket> {
  const connections = new Set<Socket>();
  server.on("connection", (socket) => {
    connections.add(socket);
    socket.once("close", () => connections.delete(socket));
  });
  return connections;
}

/**
 * Drains a server. It keeps answering until `announceMs` have passed without a request other than
 * health checks, then accepts no new connections. Resolves when all responses are sent.
 *
 * From now on every response has `Connection: close`, so that a balancer that reuses connections
 * does not send a request on a connection that is about to close. Idle connections are closed only
 * after the balancer has had time to read on `/readyz` that the server is draining.
 */
export async function drain(
  server: Server,
  { announceMs, connections }: { announceMs: number; connections: ReadonlySet<Socket> },
): Promise<void> {
  const latestMs = performance.now() + announceMs + LATE_MS_MAX;
  let lastRequestMs = performance.now();
  server.prependListener("request", ({ url = "" }, response) => {
    response.shouldKeepAlive = false;
    if (!HEALTH_CHECK.test(url)) lastRequestMs = performance.now();
  });
  const leftMs = () => Math.min(lastRequestMs + announceMs, latestMs) - performance.now();
  while (leftMs() > 0) await wait(leftMs());
  // Reads pending requests first: closing a connection with unread bytes resets it.
  for (let n = 0; n < TURNS; n += 1) await turn();
  // For connections whose current response began before the drain.
  server.keepAliveTimeout = 1;
  const closed = new Promise((resolve) => server.close(resolve));
  // Browsers open connections ahead of time. Node counts a connection without a request as busy.
  for (const connection of connections) if (connection.bytesRead === 0) connection.destroy();
  await closed;
}
