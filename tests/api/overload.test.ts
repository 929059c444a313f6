import { readFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { originalDownloadEndpoint } from "@/lib/gallery/original-download-endpoint";
import { serviceLabelEndpoint } from "@/lib/gallery/service-label-endpoint";
import { HEALTH_ENDPOINTS } from "@/lib/http/operator-endpoints";
import { createRequestSlots, type RequestSlots } from "@/lib/http/request-slots";
import type { AccountPrincipal } from "@/lib/platform/http";
import { usageFileEndpoint } from "@/lib/service/api/usage-file";
import { thumbnailEndpoint } from "@/lib/thumbnails/thumbnail-endpoint";
import { pageRoutes } from "@/lib/web/route";
import { latch } from "@/tests/support/latch";
import { photographPath } from "@/tests/support/pictures/photographs";
import {
  signed,
  type TestThumbnails,
  thumbnailsInTest,
} from "@/tests/support/pictures/thumbnails-in-test";
import { askOverHttp } from "@/tests/support/requests/http-request";
import { libraryRoutes } from "@/tests/support/servers/application";
import { listen } from "@/tests/support/servers/listen";
import { type OpenFrontDoor, openFrontDoor } from "@/tests/support/servers/open-front-door";
import { unsignedSearches } from "@/tests/support/servers/unsigned-searches";

const PHOTOGRAPH = readFileSync(photographPath("march-pastoral"));

/** The clock of the slots, which only the test advances. */
let nowMs: number;
let idleMs: number;
let slots: RequestSlots;
let thumbnails: TestThumbnails;
let door: OpenFrontDoor;
/** Pages in the order in which Next gets them; each runs until the test ends it. */
let pages: { url: string; end(): void }[];
/** Reads the session of each request for the account's pages. */
let readSession: () => Promise<AccountPrincipal | null>;
/** How often the usage of an account was read. */
let usageReads: number;

const AN_ACCOUNT: AccountPrincipal = {
  kind: "account",
  accountId: "account-1",
  sessionId: "session-1",
  isOperator: false,
};

beforeEach(async () => {
  nowMs = 0;
  idleMs = 0;
  readSession = async () => null;
  usageReads = 0;
  const received: typeof pages = [];
  pages = received;
  slots = createRequestSlots({
    events: { started: () => {}, shed: () => {} },
    clock: () => nowMs,
    idleClock: () => idleMs,
  });
  thumbnails = thumbnailsInTest({
    readLibraryImage: async () => PHOTOGRAPH,
    waitForTurn: async (visitor, signal) =>
      (await slots.enter("thumbnail", { visitor, signal })).leave(),
  });
  const routes = [
    thumbnailEndpoint(thumbnails),
    ...unsignedSearches(async () => ({ images: [] }) as never),
    usageFileEndpoint({
      usage: async () => {
        usageReads += 1;
        return null as never;
      },
    }),
    serviceLabelEndpoint(async () => ({ kind: "demo", pictureCount: 1, examples: ["sea"] })),
    ...libraryRoutes({
      publicUrl: "http://localhost",
      find: async () => [],
      openOriginal: async () => null,
    }),
    originalDownloadEndpoint(async () => new Response(null)),
    ...HEALTH_ENDPOINTS,
    ...pageRoutes("visitor", ["/about", "/search"]),
    ...pageRoutes("account", ["/account"]),
  ];
  door = await openFrontDoor(routes, {
    slots,
    connectionsPerPeerMax: 5,
    sessionOf: () => readSession(),
    answerPage: async ({ url = "" }, response) => {
      received.push({ url, end: () => response.end("a page") });
    },
  });
});

afterEach(async () => {
  await door.close();
  await thumbnails.dispose();
});

/** Sends a request from this loopback address: a GET, or a POST of `body`. */
function visit(path: string, visitor: string, headers: Record<string, string> = {}, body?: string) {
  const leaving = new AbortController();
  const method = body === undefined ? "GET" : "POST";
  const from = { localAddress: visitor, signal: leaving.signal };
  const answer = askOverHttp(door.origin, path, { ...from, method, headers, body });
  answer.catch(() => {});
  return { answer, leave: () => leaving.abort() };
}

const openConnections = () => promisify(door.server.getConnections.bind(door.server))();

const urls = () => pages.map(({ url }) => url);

/** Takes both slots, each for another visitor. */
async function fill(): Promise<void> {
  visit("/about?1", "127.0.1.1");
  visit("/about?2", "127.0.1.2");
  await expect.poll(() => pages.length).toBe(2);
}

test("a visitor's page is rendered before the many pages of another visitor", async () => {
  for (let n = 0; n < 5; n += 1) visit(`/about?crowd${n}`, "127.0.0.2");
  await expect.poll(() => pages.length).toBe(1);
  await expect.poll(slots.isBusy).toBe(true);
  // This page does not even wait for the one in progress.
  const visitor = visit("/about?visitor", "127.0.0.3");
  await expect.poll(urls).toContain("/about?visitor");
  nowMs += 30;
  pages[0]?.end();
  pages[1]?.end();
  expect((await visitor.answer).body.toString()).toBe("a page");
  await expect.poll(() => pages.length).toBe(3);
});

test("health is answered, and stored thumbnails are sent, while pages wait", async () => {
  const thumbnail = signed(thumbnails, "lib:one");
  expect((await visit(thumbnail, "127.0.0.3").answer).status).toBe(200);
  await fill();
  visit("/about?waits", "127.0.0.3");
  await expect.poll(slots.isBusy).toBe(true);
  expect((await visit("/livez", "127.0.0.3").answer).status).toBe(200);
  expect((await visit("/api/service", "127.0.0.3").answer).status).toBe(200);
  expect((await visit(thumbnail, "127.0.0.3").answer).status).toBe(200);
});

test("a page request that waited too long gets a busy page, without Next", async () => {
  await fill();
  const waits = visit("/search?q=sea", "127.0.0.3");
  await expect.poll(slots.isBusy).toBe(true);
  nowMs += 5_000;
  const { status, headers, body: page } = await waits.answer;
  expect([status, headers["retry-after"]]).toEqual([503, "2"]);
  expect(headers["content-type"]).toBe("text/html; charset=utf-8");
  expect(headers["cache-control"]).toBe("no-store");
  expect(headers["content-security-policy"]).toContain("default-src 'none'");
  expect(page.toString()).toContain("<h1>The server is busy</h1>");
  expect(urls()).not.toContain("/search?q=sea");
});

test.each([
  ["/api/search?q=sea", "application/json", '"code":"busy"'],
  ["/v1/search?q=sea", "application/json", '{"error":"'],
  ["a thumbnail", "image/gif", "GIF"],
  ["/library/one/original", "application/json", '"code":"busy"'],
])("%s is refused in its own form", async (path, type, body) => {
  await fill();
  const target = path === "a thumbnail" ? signed(thumbnails, "lib:two") : path;
  const waits = visit(target, "127.0.0.3", { authorization: "Bearer key" });
  await expect.poll(slots.isBusy).toBe(true);
  nowMs += 5_000;
  const { status, headers, body: page } = await waits.answer;
  expect([status, headers["retry-after"], headers["cache-control"]]).toEqual([
    503,
    "2",
    "no-store",
  ]);
  expect(headers["content-type"]).toContain(type);
  expect(page.toString()).toContain(body);
  expect(thumbnails.stats().made).toBe(0);
});

test("a form's download that waited too long redirects to a page with the reason", async () => {
  await fill();
  const headers = {
    "content-type": "application/x-www-form-urlencoded",
    referer: "http://localhost/search?q=sea&image=a",
  };
  const waits = visit("/api/original", "127.0.0.3", headers, "image=%7B%7D&name=Sea");
  await expect.poll(slots.isBusy).toBe(true);
  nowMs += 5_000;
  const { status, headers: sent } = await waits.answer;
  expect([status, sent.location]).toEqual([
    303,
    "/download-failed?reason=busy&back=%2Fsearch%3Fq%3Dsea%26image%3Da",
  ]);
});

test("no work is done for a visitor who leaves while waiting", async () => {
  await fill();
  const left = visit("/about?left", "127.0.0.3");
  await expect.poll(slots.isBusy).toBe(true);
  left.leave();
  await expect.poll(slots.isBusy).toBe(false);
  for (const page of pages) page.end();
  await visit("/livez", "127.0.0.3").answer;
  expect(urls()).not.toContain("/about?left");
});

test.each(["/account", "/account/usage.csv?month=2026-01"])(
  "no work is done for a visitor who leaves while the session is read: %s",
  async (path) => {
    const { opened, open } = latch();
    let isReading = false;
    readSession = async () => {
      isReading = true;
      await opened;
      return AN_ACCOUNT;
    };
    const left = visit(path, "127.0.0.3");
    await expect.poll(() => isReading).toBe(true);
    left.leave();
    await expect.poll(openConnections).toBe(0);
    open();
    // Needs both slots.
    await fill();
    expect(urls()).toEqual(["/about?1", "/about?2"]);
    expect(usageReads).toBe(0);
  },
);

test("a visitor who leaves during a page frees its slot", async () => {
  const first = visit("/about?1", "127.0.0.3");
  await expect.poll(() => pages.length).toBe(1);
  visit("/about?2", "127.0.0.3");
  await expect.poll(slots.isBusy).toBe(true);
  first.leave();
  await expect.poll(urls).toContain("/about?2");
});

test("a page that waits for I/O loses its slot to the next", async () => {
  await fill();
  visit("/about?waits", "127.0.0.3");
  await expect.poll(slots.isBusy).toBe(true);
  idleMs += 10;
  await expect.poll(urls).toContain("/about?waits");
});

test("connections beyond the limit of one IP address are closed, and others are not", async () => {
  for (let n = 0; n < 5; n += 1) visit(`/about?${n}`, "127.0.0.2");
  await expect.poll(openConnections).toBe(5);
  await expect(visit("/livez", "127.0.0.2").answer).rejects.toMatchObject({ code: "ECONNRESET" });
  expect((await visit("/livez", "127.0.0.3").answer).status).toBe(200);
});

test("the IPv6 addresses of one network count as one", async () => {
  // Real connections, for which the door sees another peer than the loopback address.
  let peer = "";
  const relay = createServer((socket) => {
    Object.defineProperty(socket, "remoteAddress", { value: peer });
    door.server.emit("connection", socket);
  });
  const { port } = new URL(await listen(relay));
  const livez = "GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n";
  const open = new Set<ReturnType<typeof connect>>();
  /** Connects and asks; returns the beginning of the answer, or null if the connection is closed. */
  const visitFrom = (address: string) =>
    new Promise<string | null>((resolve) => {
      peer = address;
      const socket = connect(Number(port), "127.0.0.1", () => socket.write(livez));
      open.add(socket);
      socket.once("data", (bytes) => resolve(bytes.toString().slice(0, 12)));
      socket.on("error", () => {}).once("close", () => resolve(null));
    });
  try {
    for (let n = 1; n <= 5; n += 1) {
      expect(await visitFrom(`2001:db8:1:2::${n}`)).toBe("HTTP/1.1 200");
    }
    expect(await visitFrom("2001:db8:1:2:3:4:5:6")).toBe(null);
    expect(await visitFrom("2001:db8:1:3::1")).toBe("HTTP/1.1 200");
  } finally {
    for (const socket of open) socket.destroy();
    relay.close();
  }
});
