import "server-only";
import type { Server } from "node:http";
import type { Socket } from "node:net";
import { setImmediate as turn, setTimeout as wait } from "node:timers/promises";

/** Turns of the event loop: Node accepts a connection in one, and reads its request in the next. */
const TURNS = 3;
/** For how long the server goes on for a balancer that has not noticed within `announceMs`. */
const LATE_MS_MAX = 5_000;
const HEALTH_CHECK = /^\/(?:livez|healthz|readyz)(?:\?|$)/;

/** Remembers a server's connections, for `drain`. Called before it takes any. */
export function connectionsOf(server: Server): ReadonlySet<Socket> {
  const connections = new Set<Socket>();
  server.on("connection", (socket) => {
    connections.add(socket);
    socket.once("close", () => connections.delete(socket));
  });
  return connections;
}

/**
 * Drains a server: it goes on answering until no request but health checks has arrived for
 * `announceMs`, then takes no new connections. Resolves when all responses are sent.
 *
 * Every response from now on has `Connection: close`, so a balancer that keeps connections open sends
 * no request on a connection that the server is about to close. Idle connections are closed when a
 * balancer has seen on `/readyz` that the server is draining.
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
  // What has arrived is read first: a connection that is closed with unread bytes is reset.
  for (let n = 0; n < TURNS; n += 1) await turn();
  // For connections whose current response began before the drain.
  server.keepAliveTimeout = 1;
  const closed = new Promise((resolve) => server.close(resolve));
  // Browsers open connections in advance, and Node counts one without any request as busy.
  for (const connection of connections) if (connection.bytesRead === 0) connection.destroy();
  await closed;
}
