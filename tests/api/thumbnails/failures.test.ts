import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { resolve } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { createFairQueue } from "@/lib/platform/fair-queue";
import { resolveBySystem } from "@/lib/thumbnails/connect";
import { createDecoderPool, DECODER_LIMITS } from "@/lib/thumbnails/decoder-pool";
import { createFailureCache } from "@/lib/thumbnails/failure-cache";
import { createByteBudget } from "@/lib/thumbnails/fetch-source";
import { createOriginals } from "@/lib/thumbnails/originals";
import { parsePrivateHosts } from "@/lib/thumbnails/source-url";
import { thumbnailEndpoint } from "@/lib/thumbnails/thumbnail-endpoint";
import { createThumbnailMaker } from "@/lib/thumbnails/thumbnail-maker";
import { photographPath } from "@/tests/support/pictures/photographs";
import { type PictureHost, startPictureHost } from "@/tests/support/pictures/picture-host";
import {
  PATIENT,
  signed,
  type TestThumbnails,
  thumbnailsInTest,
} from "@/tests/support/pictures/thumbnails-in-test";
import { ask } from "@/tests/support/requests/ask";
import { applicationOf } from "@/tests/support/servers/application";
import { listen } from "@/tests/support/servers/listen";

const PHOTOGRAPH = readFileSync(photographPath("march-pastoral"));
const DAY_MS = 86_400_000;

let host: PictureHost;
let thumbnails: TestThumbnails;
let impatient: TestThumbnails;
let nowMs = Date.UTC(2026, 10, 20, 12);

beforeAll(async () => {
  host = await startPictureHost((request, response) => {
    const [, kind = "", status] = (request.url ?? "").split("/");
    if (kind === "status") response.writeHead(Number(status)).end();
    else if (kind === "page") response.end(`<html>${" ".repeat(100)}</html>`);
    else if (kind === "large") response.writeHead(200, { "content-length": 21e6 }).flushHeaders();
    else if (kind === "cut") response.end(PHOTOGRAPH.subarray(0, 9_000));
    else if (kind === "slow") request.socket.setTimeout(0);
    else response.end(PHOTOGRAPH);
  });
  const options = { allowedPrivateHosts: [host.host], clock: () => nowMs };
  thumbnails = thumbnailsInTest(options);
  impatient = thumbnailsInTest({ ...options, deadlines: { firstByteMs: 200 } });
});
afterEach(() => vi.unstubAllEnvs());
afterAll(async () => {
  await thumbnails.dispose();
  await impatient.dispose();
  await host.close();
});

test.each([
  ["a missing picture", "/status/404", 404, "gone"],
  ["a removed picture", "/status/410", 404, "gone"],
  ["a picture its host won't give", "/status/403", 502, "refused"],
  ["a host in trouble", "/status/503", 502, "unavailable"],
  ["a page", "/page", 415, "not-a-picture"],
  ["half a picture", "/cut", 415, "not-a-picture"],
  ["more than 20 MB", "/large", 413, "too-large"],
  ["a silent host", "/slow", 504, "slow-host"],
] as const)(
  "%s: a status, a reason, an empty image, nothing stored",
  async (_what, path, status, reason) => {
    const asked = reason === "slow-host" ? impatient : thumbnails;
    const response = await asked.ask(signed(asked, host.url(path)));
    expect(response.status).toBe(status);
    const body = Buffer.from(await response.arrayBuffer());
    const { "retry-after": retryAfter, ...headers } = Object.fromEntries(response.headers);
    expect(headers).toEqual({
      "cache-control": "no-store",
      "content-length": String(body.length),
      "content-security-policy": "default-src 'none'; sandbox",
      "content-type": "image/gif",
      "cross-origin-resource-policy": "same-origin",
      "x-vitrine-thumbnail": reason,
    });
    expect(Number(retryAfter ?? 1)).toBeGreaterThan(0);
    expect(body.toString("latin1", 0, 6)).toBe("GIF89a");
    expect(body.length).toBeLessThan(64);
  },
);

test("a broken image costs its host one request, however often clients ask", async () => {
  const address = signed(thumbnails, host.url("/status/404/dead"));
  for (let n = 0; n < 1_000; n += 1) await thumbnails.ask(address, { visitor: `c${n}` });
  expect(host.requests.filter(({ path }) => path === "/status/404/dead")).toHaveLength(1);
  nowMs += DAY_MS + 1;
  await thumbnails.ask(signed(thumbnails, host.url("/status/404/dead")));
  expect(host.requests.filter(({ path }) => path === "/status/404/dead")).toHaveLength(2);
});

test.each([
  ["forged", (address: string) => address.replace(/\/[^/]{24}\//, `/${"A".repeat(24)}/`)],
  ["with a query", (address: string) => `${address}?w=1`],
  ["with another width", (address: string) => address.replace(/320$/, "640")],
  ["not ours at all", () => "/thumb/https://pictures.example/a.jpg"],
])("a URL that is %s answers 403 and connects to nothing", async (_what, change) => {
  const before = host.requests.length;
  const response = await thumbnails.ask(change(signed(thumbnails, host.url("/forged"))));
  expect([response.status, response.headers.get("cache-control")]).toEqual([403, "no-store"]);
  expect(host.requests.length).toBe(before);
});

test("an expired URL answers 403, also for a cached image", async () => {
  const address = signed(thumbnails, host.url("/expires"));
  expect((await thumbnails.ask(address)).status).toBe(200);
  nowMs += 8 * DAY_MS;
  const before = host.requests.length;
  expect((await thumbnails.ask(address)).status).toBe(403);
  expect((await thumbnails.ask(signed(thumbnails, host.url("/expires")))).status).toBe(200);
  expect(host.requests.length).toBe(before);
});

test.each(["POST", "PUT", "DELETE", "HEAD", "OPTIONS"])(
  "%s answers 405 and connects to nothing",
  async (method) => {
    const path = signed(thumbnails, host.url("/method"));
    const response = await ask(applicationOf([thumbnailEndpoint(thumbnails)]), path, { method });
    expect([response.status, response.headers.get("allow")]).toEqual([405, "GET"]);
    expect(host.requests.some(({ path }) => path === "/method")).toBe(false);
  },
);

test("a request from a thumbnail server of ours is a loop", async () => {
  const via = { via: "1.1 proxy, 1.1 Vitrine-Thumbnails" };
  const response = await thumbnails.ask(signed(thumbnails, host.url("/loop")), { headers: via });
  expect(response.status).toBe(403);
  expect(host.requests.some(({ path }) => path === "/loop")).toBe(false);
});

test("proxies from the environment are not used", async () => {
  let proxied = 0;
  const proxy = createServer((_request, response) => {
    proxied += 1;
    response.end();
  });
  const address = await listen(proxy);
  for (const name of ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy"]) {
    vi.stubEnv(name, address);
  }
  vi.stubEnv("NODE_USE_ENV_PROXY", "1");
  const response = await thumbnails.ask(signed(thumbnails, host.url("/proxied")));
  expect([response.status, proxied]).toEqual([200, 0]);
  await new Promise((resolve) => proxy.close(resolve));
});

test.each([
  "ftp://h/a.jpg",
  "http://10.0.0.1/a.jpg",
  "https://vitrine.example/thumb/x",
  "lib:../key",
  "lib:",
])("%s gets no URL in the first place", (source) => {
  expect(thumbnails.sign(source, 320)).toBeNull();
});

test.each([
  ["[2606:4700::1111]", "https://[2606:4700::1111]/a.jpg"],
  ["Vitrine.example.", "https://vitrine.example/a.jpg"],
])("an image on this server itself, reached as %s, gets no URL", async (own, source) => {
  const ours = thumbnailsInTest({ ownHosts: [own] });
  expect(ours.sign(source, 320)).toBeNull();
  await ours.dispose();
});

test("a picture of another server on this host is shown if the operator listed its port", async () => {
  const allowed = { ownHosts: ["127.0.0.1"], allowedPrivateHosts: [host.host] };
  const ours = thumbnailsInTest(allowed);
  expect((await ours.ask(signed(ours, host.url("/photograph")))).status).toBe(200);
  await ours.dispose();
});

test("a picture that its decoder can't finish is tried ever later, until it succeeds once", async () => {
  const failures = createFailureCache(() => nowMs);
  const policy = { ownHosts: [], privateHosts: parsePrivateHosts([host.host]) };
  const deadlines = { ...PATIENT, rateBytesPerSecondMin: 0 };
  const budget = createByteBudget(20e6);
  const fetching = { policy, resolveHost: resolveBySystem, deadlines, bytesMax: 20e6, budget };
  const queue = createFairQueue({ runningMax: 2, waitingMax: 2 });
  const request = { widthPx: 320, format: "webp", effort: "quick" } as const;
  const program = { path: resolve(".programs/decoder.mjs"), hiddenPaths: [], isBackground: false };

  /** Makes a thumbnail while the machine is this busy; returns the pause after it, in seconds. */
  async function pauseAfter({ jobMs }: { jobMs: number }): Promise<number> {
    const decoders = createDecoderPool(program, { ...DECODER_LIMITS, jobMs });
    // New each time, because originals stay in memory for two minutes.
    const readLibraryImage = async () => null;
    const originals = createOriginals({ fetching, queue, failures, readLibraryImage });
    const make = createThumbnailMaker({ originals, decoders, failures, library: queue });
    const source = host.url("/heavy");
    const signal = new AbortController().signal;
    await make({ ...request, source }, { visitor: "a", signal }).catch(() => {});
    decoders.close();
    const seconds = failures.find(source)?.retryAfterSeconds ?? 0;
    nowMs += seconds * 1_000;
    return seconds;
  }

  const pauses: number[] = [];
  for (let n = 0; n < 7; n += 1) pauses.push(await pauseAfter({ jobMs: 1 }));
  pauses.push(await pauseAfter({ jobMs: 120_000 }), await pauseAfter({ jobMs: 1 }));
  expect(pauses).toEqual([60, 120, 240, 480, 960, 1_920, 3_600, 0, 60]);
  expect(host.requests.filter(({ path }) => path === "/heavy")).toHaveLength(9);
});

test("failed requests are counted by host and reason, for a day", async () => {
  const other = thumbnailsInTest({
    allowedPrivateHosts: [host.host],
    clock: () => nowMs,
  });
  const startedMs = nowMs;
  for (const path of ["/status/404", "/status/404", "/page"]) {
    await other.ask(signed(other, host.url(path)));
  }
  await other.ask(signed(other, "lib:absent"));
  await other.ask("/thumb/forged");
  const { sinceMs, failures } = other.failuresByHost();
  expect(sinceMs).toBe(startedMs);
  expect(new Set(failures)).toEqual(
    new Set([
      { host: host.host, reason: "gone", count: 2 },
      { host: host.host, reason: "not-a-picture", count: 1 },
      { host: null, reason: "gone", count: 1 },
    ]),
  );
  nowMs += DAY_MS;
  expect(other.failuresByHost().failures).toEqual([]);
  await other.dispose();
});
