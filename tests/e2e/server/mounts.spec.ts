import { request as openRequest } from "node:http";
import { expect, test } from "@playwright/test";
import { startNext } from "../../bench/support/next-server";
import { freePort } from "../../support/servers/listen";
import { startInstallation } from "../support/installation";

/**
 * The front door and Next's proxy pass requests to one application. Each request goes to the built product
 * behind its front door and to the same build under `next start`, and must get the same answer.
 */

const SETTINGS = {
  VITRINE_PUBLIC_URL: "http://gallery.example",
  VITRINE_SERVICE_KEY: "a-service-key-for-this-test",
  VITRINE_METRICS_TOKEN: "a-token-of-the-operator",
  VITRINE_THUMBNAIL_KEYS: "a key that both servers sign thumbnails with",
};
const KEY = { "x-api-key": SETTINGS.VITRINE_SERVICE_KEY };
const OWN = { "sec-fetch-site": "same-origin" };
const FORM = { ...OWN, "content-type": "application/x-www-form-urlencoded" };

type Asked = { method?: string; path: string; headers?: Record<string, string>; body?: string[] };
type Answer = { status: number; headers: Record<string, unknown>; body: string };

/** Sends a request target unchanged; several parts of a body are sent in chunks. */
function send(
  origin: string,
  { method = "GET", path, headers = {}, body }: Asked,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = body?.length === 1 ? { "content-length": String(body[0]?.length) } : {};
    const asking = openRequest(
      origin,
      { path, method, headers: { ...sent, ...headers }, agent: false },
      async (response) => {
        const chunks: Buffer[] = [];
        for await (const chunk of response) chunks.push(chunk as Buffer);
        const text = Buffer.concat(chunks).toString("latin1");
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text });
      },
    );
    asking.once("error", reject);
    for (const part of body ?? []) asking.write(part);
    asking.end();
  });
}

/** Drops headers and values that may differ in every answer. */
function comparable({ status, headers, body }: Answer) {
  const {
    // Depends on the connection and the time.
    date: _date,
    connection: _connection,
    "keep-alive": _keepAlive,
    "x-request-id": _requestId,
    // Next sends every body in chunks.
    "transfer-encoding": _coding,
    "content-length": _length,
    // Next adds its router's headers; the front door adds accept-encoding, because it compresses.
    vary,
    // Next drops an empty query, and repeats the location in the body.
    location,
    ...others
  } = headers;
  const ADDED = /^(?:rsc|next-router-[a-z-]+|accept-encoding)$/;
  const named = String(vary ?? "").split(/, */);
  return {
    status,
    headers: {
      ...others,
      vary: named.filter((name) => name && !ADDED.test(name)),
      location: String(location ?? "").replace(/\?$/, ""),
    },
    body: (location === undefined ? body : "")
      .replace(/"requestId":"[^"]+"/g, "requestId")
      .replace(/"answeredAt":"[^"]+"/g, "answeredAt")
      // Prometheus' figures belong to the process.
      .replace(/ [-+.e\dNaN]+$/gm, ""),
  };
}

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
const PATHS = [
  "/livez",
  "/healthz",
  "/readyz",
  "/metrics",
  "/opensearch.xml",
  "/api/service",
  "/api/search",
  "/api/search/again",
  "/v1/search",
  "/thumb/a/b",
  "/library/unknown/original",
];

/** Requests whose answers must be equal. */
function requests(original: string, thumbnail: string): Asked[] {
  const searches = ["?q=sea", "?q=sea&count=10", "?q=", "", "?", "?q", "?q=a&q=b", "?colour=red"];
  const q = "/api/search?q=sea&count=10";
  return [
    ...METHODS.flatMap((method) => PATHS.map((path) => ({ method, path }))),
    ...searches.flatMap((query) => [
      { path: `/api/search${query}`, headers: OWN },
      { path: `/v1/search${query}`, headers: KEY },
      { path: `/v1/search${query}` },
    ]),
    // Parameters that have a meaning elsewhere.
    ...["constructor=1", "_rsc=1a2b", "q=%00", "q=%ff", "q=%"].map((parameter) => ({
      path: `/api/search?q=sea&${parameter}`,
      headers: OWN,
    })),
    ...[
      { "sec-fetch-site": "cross-site" },
      { "sec-purpose": "prefetch" },
      { "next-router-prefetch": "1" },
      { "next-router-segment-prefetch": "/_tree" },
      { "next-url": "/search" },
      { origin: "null" },
      { "content-security-policy": "script-src 'nonce-x'" },
    ].map((headers) => ({ path: q, headers: headers as Record<string, string> })),
    ...["x", `${KEY["x-api-key"]}x`, ""].map((key) => ({
      path: "/v1/search?q=sea",
      headers: { "x-api-key": key },
    })),
    { path: "/v1/search?q=sea", headers: { ...KEY, authorization: "Bearer other" } },
    { path: "/metrics", headers: { authorization: `Bearer ${SETTINGS.VITRINE_METRICS_TOKEN}x` } },
    { path: "/readyz", headers: { authorization: `Bearer ${SETTINGS.VITRINE_METRICS_TOKEN}` } },
    // Bodies.
    ...[["q=sea"], ["q=", "sea"], [`q=${"x".repeat(9_000)}`], ["q=", "x".repeat(9_000)], [""]].map(
      (body) => ({ method: "POST", path: "/api/search/again", headers: FORM, body }),
    ),
    { method: "POST", path: "/api/search/again", body: ["q=sea"] },
    {
      method: "POST",
      path: "/api/search/again",
      headers: { ...FORM, accept: "application/json" },
      body: ["q=sea&count=10"],
    },
    { method: "POST", path: "/api/search", headers: FORM, body: ["q=sea"] },
    // Unknown paths of the APIs.
    ...["/api/nothing", "/v2/search", "/API/search", "/api/se%61rch", "/api/search;a=b"].map(
      (path) => ({ path: `${path}?q=sea`, headers: OWN }),
    ),
    // Files and thumbnails.
    { path: original },
    { path: original, method: "HEAD" },
    { path: original, headers: { range: "bytes=0-9" } },
    { path: original, headers: { range: "bytes=999999999-" } },
    {
      path: original.replace(
        /\/([^/])([^/]*)\/original$/,
        (_, first: string, rest: string) => `/%${first.charCodeAt(0).toString(16)}${rest}/original`,
      ),
    },
    { path: "/library/__proto__/original" },
    { path: "/library/a%00/original" },
    { path: thumbnail, headers: { accept: "image/webp" } },
    { path: thumbnail, headers: { accept: "image/webp", "if-none-match": "*" } },
    { path: thumbnail, method: "HEAD" },
    { path: `${thumbnail}?w=1` },
    { path: thumbnail.replace(/.$/, (last) => `%3${last}`) },
  ];
}

/**
 * Requests whose answers differ, with the status of each: behind the front door, and under `next
 * start`.
 */
const DIFFERENT: [why: string, path: string, door: number, next: number][] = [
  // Next redirects to the path without the slash.
  ["a doubled slash", "/thumb//a/b", 403, 308],
  ["a slash at the end of an API's path", "/api/search/?q=sea", 404, 308],
  // Next resolves dot segments before its proxy sees the path; every rule applies.
  ["dot segments", "/x/../api/search?q=sea&count=10", 404, 200],
  ["encoded dot segments", "/x/%2e%2e/v1/search?q=sea", 404, 401],
  ["dot segments out of an API", "/api/../livez", 404, 200],
  // Next decodes the path before its proxy sees it and adds the headers of a page.
  ["an encoded slash", "/api%2fsearch?q=sea", 404, 404],
  ["encoded slashes in an id", "/library/..%2f..%2fetc%2fpasswd/original", 404, 404],
  ["encoded dots in an id", "/library/%2e%2e%2f/original", 404, 404],
  // Next drops some parameters before its proxy sees the query.
  ["a parameter of Next", "/api/search?q=sea&count=10&nxtPx=1", 400, 200],
  ["a name that every object has", "/api/search?q=sea&count=10&__proto__=1", 400, 200],
  ["the same, encoded", "/api/search?q=sea&count=10&%5F_proto__=1", 400, 200],
];

test("the front door and next start give the same answers", async () => {
  test.setTimeout(300_000);
  const dataDir = test.info().outputPath("data");
  const door = await startInstallation(SETTINGS);
  const port = await freePort();
  const next = await startNext({
    folder: process.cwd(),
    port,
    env: {
      ...SETTINGS,
      PORT: String(port),
      VITRINE_DATA_DIR: dataDir,
      VITRINE_LOG_LEVEL: "silent",
    },
    isReady: async (origin) => (await fetch(`${origin}/readyz`)).ok,
  });
  try {
    const origins = [door.address.replace("localhost", "127.0.0.1"), next.origin];
    const both = (asked: Asked) => Promise.all(origins.map((origin) => send(origin, asked)));
    const found = await send(origins[0] ?? "", {
      path: "/api/search?q=sea&count=10",
      headers: OWN,
    });
    const [image] = JSON.parse(Buffer.from(found.body, "latin1").toString()).images;
    const thumbnail = `${image.thumbnails.path}${image.thumbnails.widthsPx[0]}`;
    // On a busy machine, one of them may refuse it at first.
    const statuses = async () => (await both({ path: thumbnail })).map(({ status }) => status);
    await expect.poll(statuses).toEqual([200, 200]);
    for (const asked of requests(image.imageUrl, thumbnail)) {
      const [ours, theirs] = (await both(asked)).map(comparable);
      expect.soft([asked, theirs]).toEqual([asked, ours]);
    }
    for (const [why, path, ...statuses] of DIFFERENT) {
      const answers = await both({ path, headers: OWN });
      expect.soft([why, ...answers.map(({ status }) => status)]).toEqual([why, ...statuses]);
    }
    // Next redirects its router's requests to a URL that contains the header.
    const routers = await both({ path: "/api/search?q=sea&count=10", headers: { rsc: "1" } });
    expect.soft(routers.map(({ status }) => status)).toEqual([200, 307]);
  } finally {
    await Promise.all([door.stop(), next.stop()]);
  }
});
