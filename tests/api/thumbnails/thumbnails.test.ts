import { readFileSync } from "node:fs";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { photographPath } from "@/tests/support/pictures/photographs";
import { type PictureHost, startPictureHost } from "@/tests/support/pictures/picture-host";
import {
  signed,
  type TestThumbnails,
  thumbnailsInTest,
} from "@/tests/support/pictures/thumbnails-in-test";

const PHOTOGRAPH = readFileSync(photographPath("black-canyon"));
let host: PictureHost;
let thumbnails: TestThumbnails;

beforeAll(async () => {
  host = await startPictureHost((_request, response) => {
    response.setHeader("content-type", "text/html");
    response.setHeader("set-cookie", "visitor=known");
    response.setHeader("clear-site-data", '"*"');
    response.end(PHOTOGRAPH);
  });
  thumbnails = thumbnailsInTest({
    allowedPrivateHosts: [host.host],
    readLibraryImage: async (id) => (id === "own" ? PHOTOGRAPH : null),
  });
});

afterAll(async () => {
  await thumbnails.dispose();
  await host.close();
});

test("a photograph from a host becomes an AVIF of the requested width, with only our headers", async () => {
  const response = await thumbnails.ask(signed(thumbnails, host.url("/one.jpg")));
  const body = Buffer.from(await response.arrayBuffer());
  expect(response.status).toBe(200);
  expect(await sharp(body).metadata()).toMatchObject({ format: "heif", width: 320 });
  const headers = Object.fromEntries(response.headers);
  expect(headers).toEqual({
    "cache-control": expect.stringMatching(/^public, max-age=\d+, immutable$/),
    "content-disposition": 'inline; filename="thumb.avif"',
    "content-length": String(body.length),
    "content-security-policy": "default-src 'none'; sandbox",
    "content-type": "image/avif",
    "cross-origin-resource-policy": "same-origin",
    etag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
    vary: "Accept",
  });
});

test("the host learns nothing about the visitor", async () => {
  await thumbnails.ask(signed(thumbnails, host.url("/nosy.jpg")), {
    headers: {
      cookie: "session=1",
      referer: "https://vitrine.example/?q=secret",
      "x-forwarded-for": "203.0.113.9",
      "accept-language": "de",
      "user-agent": "a visitor's browser",
    },
  });
  const seen = host.requests.find(({ path }) => path === "/nosy.jpg")?.rawHeaders ?? [];
  const names = seen.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase());
  expect(names.sort()).toEqual([
    "accept",
    "accept-encoding",
    "connection",
    "host",
    "user-agent",
    "via",
  ]);
  expect(seen.join("\n")).not.toMatch(/secret|session|203\.0|browser/);
});

test("a library picture is read by its id, without any request", async () => {
  const before = host.requests.length;
  const response = await thumbnails.ask(signed(thumbnails, "lib:own"), { accept: "image/webp" });
  expect(response.headers.get("content-type")).toBe("image/webp");
  expect(host.requests.length).toBe(before);
  const gone = await thumbnails.ask(signed(thumbnails, "lib:other"));
  expect([gone.status, gone.headers.get("x-vitrine-thumbnail")]).toEqual([404, "gone"]);
});

test("a request with the current ETag is answered without a body", async () => {
  const url = signed(thumbnails, host.url("/etag.jpg"));
  const first = await thumbnails.ask(url);
  const again = await thumbnails.ask(url, {
    headers: { "if-none-match": `W/${first.headers.get("etag")}` },
  });
  expect([again.status, await again.text()]).toEqual([304, ""]);
});

test("a thumbnail requested twice is re-encoded smaller in the background", async () => {
  const url = signed(thumbnails, host.url("/twice.jpg"));
  const first = await thumbnails.ask(url);
  await thumbnails.ask(url);
  await thumbnails.settled();
  const third = await thumbnails.ask(url);
  const [quick, better] = [first, third].map((r) => Number(r.headers.get("content-length")));
  expect(better).toBeLessThan((quick ?? 0) * 0.95);
  expect(host.requests.filter(({ path }) => path === "/twice.jpg")).toHaveLength(1);
});

test("a narrow thumbnail is sent as WebP first, and as AVIF once it was requested twice", async () => {
  const url = signed(thumbnails, host.url("/narrow.jpg"), 160);
  const first = await thumbnails.ask(url);
  await thumbnails.ask(url);
  await thumbnails.settled();
  const third = await thumbnails.ask(url);
  const types = [first, third].map(({ headers }) => headers.get("content-type"));
  expect(types).toEqual(["image/webp", "image/avif"]);
});

test("a thumbnail whose original is unavailable at re-encoding is re-encoded later", async () => {
  let picture: Buffer | null = PHOTOGRAPH;
  const own = thumbnailsInTest({ readLibraryImage: async () => picture });
  const url = signed(own, "lib:own");
  const sizes: number[] = [];
  const recordSize = async () => {
    sizes.push(Number((await own.ask(url)).headers.get("content-length")));
    await own.settled();
  };
  await recordSize();
  picture = null;
  await recordSize();
  picture = PHOTOGRAPH;
  await recordSize();
  await recordSize();
  await own.dispose();
  const [quick, , again, better] = sizes;
  expect(again).toBe(quick);
  expect(better).toBeLessThan((quick ?? 0) * 0.95);
});
