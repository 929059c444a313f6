import { once } from "node:events";
import { Agent, createServer, get, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { connectionsOf, drain } from "@/lib/http/drain";
import { listen, portOf } from "@/tests/support/servers/listen";

test("a connection that a browser opened in advance does not delay the drain", async () => {
  const server = createServer((_, response) => response.end("an answer"));
  onTestFinished(() => server.closeAllConnections());
  const connections = connectionsOf(server);
  await listen(server);
  const silent = connect(portOf(server), "127.0.0.1");
  await Promise.all([once(server, "connection"), once(silent, "connect")]);
  expect(connections.size).toBe(1);
  await drain(server, { announceMs: 0, connections });
  await expect.poll(() => silent.closed).toBe(true);
  expect(connections.size).toBe(0);
});

test("while requests arrive, the server accepts them, also on open connections", async () => {
  const server = createServer((_, response) => response.end("answered"));
  const connections = connectionsOf(server);
  await listen(server);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const port = portOf(server);
  const visit = async (path: string) => {
    const request = get({ host: "127.0.0.1", port, path, agent });
    const [response] = (await once(request, "response")) as [IncomingMessage];
    const { connection } = response.headers;
    return { body: await text(response), connection, isReused: request.reusedSocket };
  };
  expect(await visit("/")).toMatchObject({ connection: "keep-alive" });
  // No pause between two requests is as long, even on a busy machine.
  const announceMs = 2_000;
  const startMs = performance.now();
  const drained = drain(server, { announceMs, connections });
  expect(await visit("/")).toEqual({ body: "answered", connection: "close", isReused: true });
  // Longer than a server would wait if it ignored requests.
  while (performance.now() - startMs < 1.5 * announceMs) {
    expect(await visit("/")).toEqual({ body: "answered", connection: "close", isReused: false });
  }
  await drained;
  await expect(visit("/")).rejects.toThrow();
});

test("health checks do not delay the drain, and a response in progress is finished", async () => {
  let finish = () => {};
  const server = createServer((request, response) => {
    if (request.url === "/readyz") return response.end("draining");
    response.flushHeaders();
    finish = () => response.end("answered");
    return response;
  });
  onTestFinished(() => server.closeAllConnections());
  const connections = connectionsOf(server);
  const origin = await listen(server);
  const slow = await fetch(`${origin}/slow`);
  let isDrained = false;
  const drained = drain(server, { announceMs: 100, connections }).then(() => {
    isDrained = true;
  });
  // Waits until the server no longer listens.
  await expect.poll(() => fetch(`${origin}/readyz`).catch(() => null)).toBeNull();
  expect(isDrained).toBe(false);
  finish();
  expect(await slow.text()).toBe("answered");
  await drained;
});
