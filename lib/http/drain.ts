import "server-only";
import type { Server } from "node:http";
import { setImmediate as turn, setTimeout as wait } from "node:timers/promises";

/** In one turn of the event loop Node accepts a connection, in the next it reads the request. */
const TURNS = 3;

/**
 * Drains a server: it answers new requests for another `announceMs`, then takes no new connections.
 * Resolves when all responses are sent.
 *
 * Every response from now on ends its connection, and says so. A balancer that keeps connections
 * open therefore sends no request on a connection that the server is about to close. Idle connections
 * are closed after `announceMs`, when a balancer has seen on `/readyz` that the server is draining.
 */
export async function drain(server: Server, announceMs: number): Promise<void> {
  server.prependListener("request", (_, response) => {
    response.shouldKeepAlive = false;
  });
  await wait(announceMs);
  // What has arrived is read first: a connection that is closed with unread bytes is reset.
  for (let n = 0; n < TURNS; n += 1) await turn();
  // For connections whose current response began before the drain.
  server.keepAliveTimeout = 1;
  await new Promise((resolve) => server.close(resolve));
}
