import "server-only";
import type { Server } from "node:http";
import type { Socket } from "node:net";
import { setImmediate as turn, setTimeout as wait } from "node:timers/promises";

/** Turns of the event loop: Node accepts a connection in one, and reads its request in the next. */
const TURNS = 3;

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
 * Drains a server: it answers new requests for another `announceMs`, then takes no new connections.
 * Resolves when all responses are sent.
 *
 * Every response from now on has `Connection: close`, so a balancer that keeps connections open sends
 * no request on a connection that the server is about to close. Idle connections are closed after
 * `announceMs`, when a balancer has seen on `/readyz` that the server is draining.
 */
export async function drain(
  server: Server,
  { announceMs, connections }: { announceMs: number; connections: ReadonlySet<Socket> },
): Promise<void> {
  server.prependListener("request", (_, response) => {
    response.shouldKeepAlive = false;
  });
  await wait(announceMs);
  // What has arrived is read first: a connection that is closed with unread bytes is reset.
  for (let n = 0; n < TURNS; n += 1) await turn();
  // For connections whose current response began before the drain.
  server.keepAliveTimeout = 1;
  const closed = new Promise((resolve) => server.close(resolve));
  // Browsers open connections in advance, and Node counts one without any request as busy.
  for (const connection of connections) if (connection.bytesRead === 0) connection.destroy();
  await closed;
}
