import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { photographPath } from "../../support/pictures/photographs";
import { type PictureHost, startPictureHost } from "../../support/pictures/picture-host";
import { signThumbnail } from "../../support/pictures/sign-thumbnail";
import { askOverHttp, type HttpAnswer } from "../../support/requests/http-request";
import { type Installation, startInstallation } from "../support/installation";

const KEY = "a-key-for-journeys-of-more-than-32-bytes";
const PHOTOGRAPH = readFileSync(photographPath("march-pastoral"));

let host: PictureHost;
let installation: Installation;

test.describe.configure({ mode: "serial" });
test.beforeAll(async () => {
  host = await startPictureHost((_request, response) => {
    response.setHeader("set-cookie", "visitor=known");
    response.setHeader("content-security-policy", "default-src *");
    response.end(PHOTOGRAPH);
  });
  installation = await startInstallation({
    VITRINE_THUMBNAIL_KEYS: KEY,
    VITRINE_THUMBNAIL_PRIVATE_HOSTS: host.host,
    // Lets each request count for another visitor.
    VITRINE_TRUSTED_PROXIES: "1",
  });
});
test.afterAll(async () => {
  await installation.stop();
  await host.close();
});

type Asked = { method?: string; visitor?: string; headers?: Record<string, string> };

/** Sends a request target unchanged; browsers and `fetch` would normalise it. */
function getThumbnail(
  target: string,
  { method = "GET", visitor = "203.0.113.1", headers = {} }: Asked = {},
): Promise<HttpAnswer> {
  const sent = { accept: "image/avif,image/webp,*/*", "x-forwarded-for": visitor, ...headers };
  return askOverHttp(installation.address, target, { method, headers: sent });
}

let pictures = 0;
/** Returns the signed path of an image that was not requested before. */
function address(said: Parameters<typeof signThumbnail>[2] = {}): string {
  pictures += 1;
  return signThumbnail(KEY, host.url(`/${pictures}.jpg`), said);
}

/** Headers that Next adds to any response, and connection headers. */
const NEXTS = [
  "connection",
  "date",
  "keep-alive",
  "referrer-policy",
  "transfer-encoding",
  "x-request-id",
];
const SAFETY = {
  "content-security-policy": "default-src 'none'; sandbox",
  "cross-origin-resource-policy": "same-origin",
  "x-content-type-options": "nosniff",
};

function ours(headers: HttpAnswer["headers"]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !NEXTS.includes(name)));
}

test("a thumbnail has exactly the pipeline's headers, and is cached", async () => {
  const target = address();
  const first = await getThumbnail(target);
  expect(first.status).toBe(200);
  const kept = {
    ...SAFETY,
    "cache-control": expect.stringMatching(/^public, max-age=\d{6}, immutable$/),
    etag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
    vary: "Accept",
  };
  expect(ours(first.headers)).toEqual({
    ...kept,
    "content-length": String(first.body.length),
    "content-disposition": expect.stringMatching(/^inline; filename="thumb\.(avif|webp)"$/),
    "content-type": expect.stringMatching(/^image\/(avif|webp)$/),
  });
  const again = await getThumbnail(target, {
    headers: { "if-none-match": String(first.headers.etag) },
  });
  expect([again.status, again.body.length]).toEqual([304, 0]);
  expect(ours(again.headers)).toEqual(kept);
});

/** Each function invalidates a valid path. */
const CHANGES: Record<string, (good: string) => string> = {
  forged: (good) => good.replace(/\/[^/]{24}\//, `/${"A".repeat(24)}/`),
  "of more widths": (good) => good.replace("/320-320/", "/160-640/"),
  "of a width beyond those that were signed": () => address({ widthsPx: [160, 320], widthPx: 640 }),
  "signed by another key": () => signThumbnail("x".repeat(32), host.url("/other-key.jpg")),
  expired: () => address({ expiryDay: Math.floor(Date.now() / 86_400_000) - 1 }),
  "of a width that no page shows": () => address({ widthPx: 321 }),
  "of another width": (good) => good.replace(/320$/, "640"),
  "of another day": (good) => good.replace(/\/(\d{5})\//, (_, day) => `/${Number(day) + 1}/`),
  "with a query": (good) => `${good}?x=1`,
  "with an empty query": (good) => `${good}?`,
  "with Next's own parameters": (good) => `${good}?nxtPaddress=1`,
  "with another of Next's parameters": (good) => `${good}?_rsc=1`,
  "with a dot segment": (good) => good.replace("/thumb/", "/thumb/./"),
  "with dot segments": (good) => `/thumb/..${good}`,
  "with an encoded character": (good) => good.replace(/320$/, "%3320"),
  "with an encoded slash": (good) => good.replace(/\/320$/, "%2F320"),
  "with an encoded NUL": (good) => `${good}%00`,
  padded: (good) => good.replace(/\/320$/, "=/320"),
  "with a parameter of its last part": (good) => `${good};x`,
  "with an ending": (good) => `${good}.rsc`,
  "with another ending": (good) => `${good}.json`,
};

for (const [what, change] of Object.entries(CHANGES)) {
  test(`a path, ${what}: 403, without a connection`, async () => {
    const before = host.requests.length;
    const { status, headers, body } = await getThumbnail(change(address()));
    expect(status).toBe(403);
    const { "content-length": _, ...rest } = ours(headers);
    expect(rest).toEqual({
      ...SAFETY,
      "cache-control": "no-store",
      "content-type": "image/gif",
      "x-vitrine-thumbnail": "refused",
    });
    expect(body.length).toBeLessThan(64);
    expect(host.requests.length).toBe(before);
  });
}

/** Rejected by the front door, the pipeline or Next; none may fetch. */
const OTHERS: Record<string, (good: string) => string> = {
  "with a slash at its end": (good) => `${good}/`,
  "with encoded dot segments": (good) => `/api/%2e%2e${good}`,
  "with two slashes": (good) => good.replace("/thumb/", "/thumb//"),
  "with two slashes in front": (good) => `/${good}`,
  "with a backslash": (good) => good.replace(/\/320$/, "\\320"),
  "in capitals": (good) => good.replace("/thumb/", "/THUMB/"),
  "with its first part encoded": (good) => good.replace("/thumb/", "/%74humb/"),
  absolute: (good) => `http://elsewhere.example${good}`,
  "below Next's folder": (good) => `/_next/data/x${good}.json`,
  "given to Next's optimiser": (good) => `/_next/image?url=${encodeURIComponent(good)}&w=640&q=75`,
};

for (const [what, change] of Object.entries(OTHERS)) {
  test(`a path, ${what}: no image, without a connection`, async () => {
    const before = host.requests.length;
    const { status } = await getThumbnail(change(address()));
    expect([307, 308, 400, 403, 404]).toContain(status);
    expect(host.requests.length).toBe(before);
  });
}

test("Next's image optimiser is off", async () => {
  const url = encodeURIComponent(host.url("/optimised.jpg"));
  expect((await getThumbnail(`/_next/image?url=${url}&w=640&q=75`)).status).toBe(404);
});

for (const method of ["HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
  test(`${method}: 405, without a connection`, async () => {
    const before = host.requests.length;
    const { status, headers } = await getThumbnail(address(), { method });
    expect([status, headers.allow, headers["cache-control"]]).toEqual([405, "GET", "no-store"]);
    expect(host.requests.length).toBe(before);
  });
}

test("500 concurrent requests for one new image cause one fetch and one encode", async () => {
  const before = host.requests.length;
  const target = address();
  const all = await Promise.all(
    Array.from({ length: 500 }, (_, n) =>
      getThumbnail(target, { visitor: `198.51.100.${n % 250}`, headers: { accept: "image/webp" } }),
    ),
  );
  expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]));
  // Equal ETags show that all responses have the bytes of one encode.
  expect(new Set(all.map(({ headers }) => headers.etag)).size).toBe(1);
  expect(host.requests.length).toBe(before + 1);
});
