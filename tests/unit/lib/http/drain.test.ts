import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { connectionsOf, drain } from "@/lib/http/drain";

test("a connection that a browser opened in advance does not hold the drain up", async () => {
  const server = createServer((_, response) => response.end("an answer"));
  onTestFinished(() => server.closeAllConnections());
  const connections = connectionsOf(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const silent = connect((server.address() as AddressInfo).port, "127.0.0.1");
  await Promise.all([once(server, "connection"), once(silent, "connect")]);
  expect(connections.size).toBe(1);
  await drain(server, { announceMs: 0, connections });
  await expect.poll(() => silent.closed).toBe(true);
  expect(connections.size).toBe(0);
});
