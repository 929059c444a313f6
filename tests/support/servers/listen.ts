import type { Server } from "node:http";
import { type AddressInfo, createServer, type Server as NetServer } from "node:net";

/** Lets a server listen on a free port of 127.0.0.1. @returns its origin */
export async function listen(server: NetServer, port = 0): Promise<string> {
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return `http://127.0.0.1:${portOf(server)}`;
}

/** The port that a server listens on. */
export function portOf(server: NetServer): number {
  return (server.address() as AddressInfo).port;
}

/** Ends an HTTP server and all its connections. */
export async function close(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeAllConnections();
  await closed;
}

/** A port that is free now. */
export async function freePort(): Promise<number> {
  const probe = createServer();
  await listen(probe);
  const port = portOf(probe);
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
