import { readFileSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { PickerOriginalRequest } from "@/lib/contract/picker-requests";
import { thumbnailsOf } from "@/lib/gallery/with-thumbnails";
import { createSeal } from "@/lib/platform/sealed-value";
import { createSigner } from "@/lib/thumbnails/signature";
import { photographPath } from "@/tests/support/pictures/photographs";
import { type PictureHost, startPictureHost } from "@/tests/support/pictures/picture-host";
import { askOverHttp, openResponse, readBytes } from "@/tests/support/requests/http-request";
import { pickerInstallation } from "@/tests/support/servers/picker-installation";

/* Originals that travel as URLs which expire: over sockets, on the whole program. */

const CMS = "http://cms.localhost:4000";
const NEWS = "http://news.localhost:4000";
const THUMBNAIL_KEY = "a key for tests of thirty-two bytes or more";
/** The headers of the picker's own script, in a frame of another site too. */
const OWN = { "sec-fetch-site": "same-origin" };
const JPEG = readFileSync(photographPath("black-canyon"));
const MIB = 1024 * 1024;

let host: PictureHost;
let origin: string;

beforeAll(async () => {
  host = await startPictureHost(({ url }, response) => {
    if (url === "/huge.jpg") response.writeHead(200, { "content-length": 21 * MIB });
    response.write(JPEG);
    if (url === "/photo.jpg") response.end();
    else if (url === "/endless.jpg") response.end(Buffer.alloc(21 * MIB));
  });
  ({ origin } = await pickerInstallation({
    VITRINE_PICKER_ORIGINS: `${CMS},${NEWS}`,
    VITRINE_THUMBNAIL_KEYS: THUMBNAIL_KEY,
    VITRINE_THUMBNAIL_PRIVATE_HOSTS: host.host,
    VITRINE_PUBLIC_URL: "http://pictures.example:8080",
  }));
});

afterAll(() => host.close());

beforeEach(() => {
  host.requests.length = 0;
});

function imageAt(imageUrl: string): PickerOriginalRequest["image"] {
  const image = { imageUrl, hostUrl: null, width: 1_200, height: 800 };
  const thumbnails = thumbnailsOf(image, createSigner([THUMBNAIL_KEY]));
  return { ...image, proofs: [thumbnails?.path ?? ""] };
}

async function requestUrl(
  changes: Partial<PickerOriginalRequest> = {},
  headers: Record<string, string> = OWN,
) {
  const image = imageAt(host.url("/photo.jpg"));
  const body = JSON.stringify({ image, name: "Black canyon", origin: CMS, ...changes });
  const path = "/api/picker/original";
  const answer = await askOverHttp(origin, path, { method: "POST", headers, body });
  return { status: answer.status, body: JSON.parse(answer.body.toString()) };
}

async function pathTo(path: string): Promise<string> {
  const { body } = await requestUrl({ image: imageAt(host.url(path)) });
  return new URL(body.url).pathname;
}

test("a URL returns the original to programs, and to scripts of the origin alone", async () => {
  const { body } = await requestUrl();
  expect(new URL(body.url).origin).toBe("http://pictures.example:8080");
  expect(Date.parse(body.expiresAt)).toBeLessThanOrEqual(Date.now() + 3_600_000);
  expect(body.url).not.toContain(Buffer.from("photo.jpg").toString("base64url").slice(1, -1));
  const headers = { origin: "http://evil.localhost:4000", "sec-fetch-site": "cross-site" };
  const answer = await askOverHttp(origin, new URL(body.url).pathname, { headers });
  expect(answer.status).toBe(200);
  expect(answer.body.equals(JPEG)).toBe(true);
  expect(answer.headers).toMatchObject({
    "access-control-allow-origin": CMS,
    "cache-control": "no-store",
    "content-disposition": expect.stringMatching(/^attachment; filename="black-canyon\.jpe?g"/i),
    "content-security-policy": "default-src 'none'; sandbox",
    "content-type": "image/jpeg",
    "cross-origin-resource-policy": "same-origin",
    "x-content-type-options": "nosniff",
  });
  expect(answer.headers).not.toHaveProperty("access-control-allow-credentials");
});

test("an original of more than 20 MB does not travel", async () => {
  const announced = await askOverHttp(origin, await pathTo("/huge.jpg"));
  expect([announced.status, announced.body.length]).toEqual([502, expect.any(Number)]);
  const response = await openResponse(origin, await pathTo("/endless.jpg"));
  expect(response.statusCode).toBe(200);
  await expect(readBytes(response)).rejects.toThrow();
});

describe("no URL is made", () => {
  test.each<[string, () => Partial<PickerOriginalRequest>, number]>([
    ["for an unlisted origin", () => ({ origin: "http://evil.localhost:4000" }), 403],
    ["for null", () => ({ origin: "null" }), 403],
    ["for no image", () => ({ image: undefined as never }), 400],
    ["without a proof", () => ({ image: { ...imageAt(host.url("/photo.jpg")), proofs: [] } }), 403],
    [
      "with the proof of another image",
      () => ({
        image: {
          ...imageAt(host.url("/photo.jpg")),
          proofs: imageAt(host.url("/other.jpg")).proofs,
        },
      }),
      403,
    ],
    ["for a file of this machine", () => ({ image: imageAt("file:///etc/passwd") }), 403],
    ["for this server", () => ({ image: imageAt("http://pictures.example:8080/metrics") }), 403],
  ])("%s", async (_, changes, expected) => {
    const { status, body } = await requestUrl(changes());
    expect([status, body.url]).toEqual([expected, undefined]);
    expect(host.requests).toEqual([]);
  });

  test.each([
    ["another site", { "sec-fetch-site": "cross-site" }],
    ["a listed page itself", { origin: CMS }],
    ["a sandboxed frame", { origin: "null" }],
    ["a program", {}],
  ])("for a POST of %s", async (_, headers) => {
    expect((await requestUrl({}, headers as never)).status).toBe(403);
  });
});

describe("no original is sent", () => {
  const secret = () => "another secret of at least 32 characters";
  const forged = () =>
    createSeal({ secret, purpose: "vitrine picker original" }).seal(
      { image: imageAt(host.url("/photo.jpg")), name: "", origin: CMS },
      { lifetimeMs: 60_000 },
    );

  test.each<[string, (path: string) => string]>([
    [
      "a changed URL",
      (path) => path.slice(0, 40) + (path[40] === "A" ? "B" : "A") + path.slice(41),
    ],
    ["a cut URL", (path) => path.slice(0, -8)],
    ["a URL of another installation", () => `/picker/original/${forged()}`],
    ["text", () => "/picker/original/hello"],
    ["a line break", () => "/picker/original/%0d%0a"],
    ["a URL that cannot be decoded", () => "/picker/original/%ff"],
  ])("for %s", async (_, change) => {
    const { status } = await askOverHttp(origin, change(await pathTo("/photo.jpg")));
    expect([400, 404, 410]).toContain(status);
    expect(host.requests).toEqual([]);
  });

  test("after an hour", async () => {
    const path = await pathTo("/photo.jpg");
    vi.useFakeTimers({ now: Date.now() + 3_601_000, toFake: ["Date"] });
    try {
      expect((await askOverHttp(origin, path)).status).toBe(410);
    } finally {
      vi.useRealTimers();
    }
    expect(host.requests).toEqual([]);
  });
});
