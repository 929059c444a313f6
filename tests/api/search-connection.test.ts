import dns from "node:dns";
import { createServer, type Server, type Socket } from "node:net";
import { inspect } from "node:util";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { createRemoteService } from "@/lib/gallery/remote-service";
import { wasNothingSent } from "@/lib/gallery/service-error";
import { AppError } from "@/lib/platform/errors";
import { type FixtureService, startFixtureService } from "@/tests/support/servers/fixture-service";
import { startGallery } from "@/tests/support/servers/gallery";
import { listen } from "@/tests/support/servers/listen";
import { startSlowHandshake } from "@/tests/support/servers/slow-handshake";

/** Long enough for a service that answers, even on a busy machine. */
const PATIENT = { connectMs: 30_000, totalMs: 30_000 };
/** For a service that never answers in time. A request arrives within these. */
const IMPATIENT = { connectMs: 30_000, totalMs: 1_000 };
const SEARCH = { q: "sea" };

afterEach(() => void vi.unstubAllGlobals());

async function aFixture(options = {}): Promise<FixtureService> {
  const fixture = await startFixtureService(options);
  onTestFinished(fixture.stop);
  return fixture;
}

function aService(
  url: string,
  {
    key = "a-key-of-ours-123",
    keyHeader = "x-api-key" as "x-api-key" | "bearer",
    timeouts = PATIENT,
  } = {},
) {
  const service = createRemoteService({ url, key, keyHeader }, { timeouts });
  onTestFinished(service.close);
  return service;
}

/** Starts a server that sends the raw bytes that `onConnection` writes. */
async function aRawServer(onConnection: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    onConnection(socket);
  });
  const origin = await listen(server);
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return new URL(origin).host;
}

/** Returns the complete error that a search ends with, so that nothing can hide in it. */
async function failureOf(searching: Promise<unknown>): Promise<AppError> {
  const error = await searching.then(
    () => undefined,
    (cause: unknown) => cause,
  );
  expect(error).toBeInstanceOf(AppError);
  expect(inspect(error, { depth: null, showHidden: true })).not.toContain("a-key-of-ours-123");
  return error as AppError;
}

const idle = () => ({ signal: new AbortController().signal });

describe("the request", () => {
  test("carries the key in the configured header only", async () => {
    const fixture = await aFixture({ key: "a-key-of-ours-123" });
    await aService(fixture.baseUrl).search(SEARCH, idle());
    await aService(fixture.baseUrl, { keyHeader: "bearer" }).search(SEARCH, idle());
    const [plain, bearer] = fixture.searches;
    expect(plain?.headers).toMatchObject({ "x-api-key": "a-key-of-ours-123" });
    expect(plain?.headers.authorization).toBeUndefined();
    expect(bearer?.headers).toMatchObject({ authorization: "Bearer a-key-of-ours-123" });
    expect(bearer?.headers["x-api-key"]).toBeUndefined();
  });

  test("accepts JSON, never Brotli, and has a user agent without version", async () => {
    const fixture = await aFixture({ key: "a-key-of-ours-123" });
    await aService(fixture.baseUrl).search(SEARCH, idle());
    const { host, connection, ...headers } = fixture.searches[0]?.headers ?? {};
    expect(headers).toEqual({
      accept: "application/json",
      "accept-encoding": "gzip, identity",
      "user-agent": "Vitrine",
      "x-api-key": "a-key-of-ours-123",
    });
  });

  test("keeps the path of the base URL", async () => {
    const fixture = await aFixture({ key: "a-key-of-ours-123", prefix: "/images/api" });
    const { items } = await aService(`${fixture.baseUrl}/`).search(SEARCH, idle());
    expect(items.length).toBeGreaterThan(0);
    expect(fixture.searches[0]?.target).toBe("/images/api/v1/search?q=sea");
  });

  test("ignores proxies of the environment", async () => {
    vi.stubEnv("HTTP_PROXY", "http://127.0.0.1:9");
    vi.stubEnv("http_proxy", "http://127.0.0.1:9");
    onTestFinished(() => void vi.stubEnv("HTTP_PROXY", "").stubEnv("http_proxy", ""));
    const fixture = await aFixture({ key: "a-key-of-ours-123" });
    const { items } = await aService(fixture.baseUrl).search(SEARCH, idle());
    expect(items.length).toBeGreaterThan(0);
  });

  test("does not use `fetch`, which the framework patches", async () => {
    vi.stubGlobal("fetch", () => Promise.reject(new Error("fetch was used")));
    const fixture = await aFixture({ key: "a-key-of-ours-123" });
    const { items } = await aService(fixture.baseUrl).search(SEARCH, idle());
    expect(items.length).toBeGreaterThan(0);
  });

  test.each([301, 302, 303, 307, 308])("does not follow a %i with the key", async (status) => {
    const elsewhere = await aFixture();
    const fixture = await aFixture({ key: "a-key-of-ours-123" });
    const location = `${elsewhere.baseUrl}/v1/search?q=sea`;
    fixture.answerWith({ status, headers: { location, "set-cookie": "a=b" }, body: "" });
    const service = aService(fixture.baseUrl);
    expect((await failureOf(service.search(SEARCH, idle()))).code).toBe("service_failed");
    expect(elsewhere.searches).toEqual([]);

    fixture.answerWith(null);
    await service.search(SEARCH, idle());
    expect(fixture.searches.at(-1)?.headers.cookie).toBeUndefined();
  });

  test("is sent once, even if it fails", async () => {
    const fixture = await aFixture({ key: "a-key-of-ours-123" });
    for (const answer of [{ status: 503 }, { status: 429 }, { breakAfterBytes: 0, body: "x" }]) {
      fixture.searches.length = 0;
      fixture.answerWith(answer);
      await failureOf(aService(fixture.baseUrl).search(SEARCH, idle()));
      expect(fixture.searches).toHaveLength(1);
    }
  });
});

describe("a service that is slow", () => {
  test("in responding times out", async () => {
    const fixture = await aFixture({ key: "a-key-of-ours-123" });
    fixture.answerWith({ delayMs: Number.POSITIVE_INFINITY });
    const arrived = fixture.nextSearch();
    const service = aService(fixture.baseUrl, { timeouts: IMPATIENT });
    expect((await failureOf(service.search(SEARCH, idle()))).code).toBe("service_timeout");
    await expect((await arrived).hasLeft).resolves.toBe(true);
  });

  test("in sending its body times out, however steadily it drips", async () => {
    const fixture = await aFixture({ key: "a-key-of-ours-123" });
    fixture.answerWith({ body: " ".repeat(10_000), dripMs: 50 });
    const arrived = fixture.nextSearch();
    const service = aService(fixture.baseUrl, { timeouts: IMPATIENT });
    expect((await failureOf(service.search(SEARCH, idle()))).code).toBe("service_timeout");
    await expect((await arrived).hasLeft).resolves.toBe(true);
  });

  test("in connecting times out before the total deadline", async () => {
    const address = await aRawServer(() => {});
    const service = aService(`https://${address}`, {
      timeouts: { connectMs: 100, totalMs: 60_000 },
    });
    expect((await failureOf(service.search(SEARCH, idle()))).code).toBe("service_timeout");
  });

  test("is a 504 for the browser", async () => {
    const fixture = await aFixture({ key: "a-key-of-ours-123" });
    fixture.answerWith({ delayMs: Number.POSITIVE_INFINITY });
    const gallery = await startGallery(
      { url: fixture.baseUrl, key: fixture.key },
      { timeouts: IMPATIENT },
    );
    onTestFinished(gallery.stop);
    const { status, error } = await gallery.ask("q=sea");
    expect(status).toBe(504);
    expect(error.code).toBe("service_timeout");
  });
});

describe("a connection that fails", () => {
  test("because no server listens: unreachable", async () => {
    const fixture = await startFixtureService();
    await fixture.stop();
    const searching = aService(fixture.baseUrl).search(SEARCH, idle());
    expect((await failureOf(searching)).code).toBe("service_unreachable");
  });

  test("because the name does not exist: unreachable", async () => {
    const searching = aService("http://unknown.invalid").search(SEARCH, idle());
    expect((await failureOf(searching)).code).toBe("service_unreachable");
  });

  test.each([
    ["the server hangs up", ""],
    ["the server switches protocols", "HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\n\r\n"],
    ["the server sends nothing but 100", "HTTP/1.1 100 Continue\r\n\r\n".repeat(20)],
  ])("because %s: the search was sent, and the connection lost", async (_, bytes) => {
    const address = await aRawServer((socket) =>
      socket.once("data", () => socket.end(bytes, () => socket.destroy())),
    );
    const failure = await failureOf(aService(`http://${address}`).search(SEARCH, idle()));
    expect([failure.code, wasNothingSent(failure)]).toEqual(["service_connection_lost", false]);
  });

  test("because the response is not HTTP: unreadable", async () => {
    const address = await aRawServer((socket) => socket.end("SSH-2.0-OpenSSH_9.2\r\n"));
    const searching = aService(`http://${address}`).search(SEARCH, idle());
    expect((await failureOf(searching)).code).toBe("service_answer_unreadable");
  });

  test("because the response head is endless: unreadable", async () => {
    const address = await aRawServer((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nx-long: ${"x".repeat(200_000)}`);
    });
    const searching = aService(`http://${address}`).search(SEARCH, idle());
    expect((await failureOf(searching)).code).toBe("service_answer_unreadable");
  });

  test("an endless body is read no further than the limit", async () => {
    let sentBytes = 0;
    let onClosed = () => {};
    const closed = new Promise<void>((resolve) => {
      onClosed = resolve;
    });
    const address = await aRawServer((socket) => {
      socket.write("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n");
      const chunk = `10000\r\n${"x".repeat(0x10000)}\r\n`;
      const more = () => {
        while (!socket.destroyed && socket.write(chunk)) sentBytes += chunk.length;
      };
      socket.on("drain", more).on("close", onClosed);
      more();
    });
    const searching = aService(`http://${address}`).search(SEARCH, idle());
    expect((await failureOf(searching)).code).toBe("service_answer_unreadable");
    await closed;
    // The sockets' buffers add to the limit.
    expect(sentBytes).toBeLessThan(16 * 1024 * 1024);
  });
});

describe("a host with two IP addresses", () => {
  /** The second one refuses connections. */
  const HOST = "two-addresses.example";

  beforeEach(() => {
    const addresses = [
      { address: "127.0.0.1", family: 4 },
      { address: "::1", family: 6 },
    ];
    const answer = (_host: string, _options: object, done: (...found: unknown[]) => void) =>
      done(null, addresses);
    const lookup = vi.spyOn(dns, "lookup").mockImplementation(answer as never);
    onTestFinished(() => lookup.mockRestore());
  });

  test("whose handshake takes a second is reached", async () => {
    const body = '{"value":[]}';
    const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}`;
    const { port, accept } = await startSlowHandshake(`${head}\r\n\r\n${body}`);
    const searching = aService(`http://${HOST}:${port}`).search(SEARCH, idle());
    await accept();
    await expect(searching).resolves.toEqual({ items: [], droppedCount: 0 });
  });

  test("that cannot be reached was sent nothing, though the first attempt timed out", async () => {
    const { port } = await startSlowHandshake("");
    const timeouts = { connectMs: 400, totalMs: 60_000 };
    const searching = aService(`http://${HOST}:${port}`, { timeouts }).search(SEARCH, idle());
    const failure = await failureOf(searching);
    expect([failure.code, wasNothingSent(failure)]).toEqual(["service_timeout", true]);
  });
});

test("a connection that ends during the TLS handshake was sent nothing", async () => {
  const address = await aRawServer((socket) => socket.once("data", () => socket.destroy()));
  const failure = await failureOf(aService(`https://${address}`).search(SEARCH, idle()));
  expect([failure.code, wasNothingSent(failure)]).toEqual(["service_unreachable", true]);
});

describe("a visitor who leaves", () => {
  test("ends the request at the service", async () => {
    const fixture = await aFixture();
    fixture.answerWith({ delayMs: Number.POSITIVE_INFINITY });
    const gallery = await startGallery({ url: fixture.baseUrl, key: fixture.key });
    onTestFinished(gallery.stop);
    const visitor = new AbortController();
    const arrived = fixture.nextSearch();
    const asking = gallery.ask("q=sea", { signal: visitor.signal });
    const search = await arrived;
    visitor.abort();
    await expect(asking).rejects.toThrow();
    await expect(search.hasLeft).resolves.toBe(true);
  });

  test("while the body arrives, ends the request at the service too", async () => {
    const fixture = await aFixture({ key: "a-key-of-ours-123" });
    fixture.answerWith({ body: " ".repeat(10_000), dripMs: 20 });
    const visitor = new AbortController();
    const arrived = fixture.nextSearch();
    const searching = aService(fixture.baseUrl).search(SEARCH, { signal: visitor.signal });
    const search = await arrived;
    visitor.abort(new Error("left"));
    await expect(searching).rejects.toThrow("left");
    await expect(search.hasLeft).resolves.toBe(true);
  });

  test("before the search starts, costs no search", async () => {
    const fixture = await aFixture();
    const searching = aService(fixture.baseUrl).search(SEARCH, {
      signal: AbortSignal.abort(new Error("left")),
    });
    await expect(searching).rejects.toThrow("left");
    expect(fixture.searches).toEqual([]);
  });

  test("leaves no timer and no listener behind", async () => {
    const fixture = await aFixture({ key: "a-key-of-ours-123" });
    const service = aService(fixture.baseUrl);
    const { signal } = new AbortController();
    const added = vi.spyOn(signal, "addEventListener");
    const removed = vi.spyOn(signal, "removeEventListener");
    const timersBefore = process
      .getActiveResourcesInfo()
      .filter((kind) => kind === "Timeout").length;
    for (let round = 0; round < 20; round += 1) await service.search(SEARCH, { signal });
    const timersAfter = process
      .getActiveResourcesInfo()
      .filter((kind) => kind === "Timeout").length;
    expect(removed.mock.calls.length).toBe(added.mock.calls.length);
    expect(timersAfter - timersBefore).toBeLessThan(10);
  });
});
