import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type IncomingMessage, request as openRequest, type ServerResponse } from "node:http";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ErrorBody } from "@/lib/contract/error-body";
import type { ProvenImage } from "@/lib/contract/image-proofs";
import {
  createOriginalDownload,
  originalDownloadEndpoint,
} from "@/lib/gallery/original-download-endpoint";
import { thumbnailsOf } from "@/lib/gallery/with-thumbnails";
import { createMetrics } from "@/lib/http/metrics";
import { createVisitorOf } from "@/lib/http/visitor-ip";
import { imageProofsInTest } from "@/tests/support/pictures/image-proofs";
import { photographPath } from "@/tests/support/pictures/photographs";
import { type PictureHost, startPictureHost } from "@/tests/support/pictures/picture-host";
import { type TestThumbnails, thumbnailsInTest } from "@/tests/support/pictures/thumbnails-in-test";
import { openResponse, readBytes } from "@/tests/support/requests/http-request";
import { type OpenFrontDoor, openFrontDoor } from "@/tests/support/servers/open-front-door";

const JPEG = readFileSync(photographPath("black-canyon"));
const MIB = 1024 * 1024;

let host: PictureHost;
let thumbnails: TestThumbnails;
/** For hosts that are too slow in any case: `/silent.jpg?impatient`, `/drip.jpg?impatient`. */
let impatient: TestThumbnails;
let door: OpenFrontDoor;
let isFileClosed = false;
/** The size of the library's file. */
let sizeBytes = 10 * MIB;
let signer: ReturnType<typeof imageProofsInTest>["signer"];

/** The host's responses in progress, by path. */
const open = new Map<string, ServerResponse>();
let pouredBytes = 0;

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** Writes as long as the reader keeps up. */
function pour(response: ServerResponse): void {
  response.write(JPEG.subarray(0, 1024));
  const chunk = Buffer.alloc(64 * 1024);
  const more = () => {
    while (!response.destroyed) {
      pouredBytes += chunk.length;
      if (!response.write(chunk)) {
        response.once("drain", more);
        return;
      }
    }
  };
  more();
}

const ANSWERS: Record<string, Answer> = {
  "/photo.jpg": (_, response) =>
    response
      .writeHead(200, { "content-type": "text/html", "content-length": JPEG.length })
      .end(JPEG),
  "/unannounced.jpg": (_, response) => response.writeHead(200).end(JPEG),
  "/moved.jpg": (_, response) => response.writeHead(302, { location: "/photo.jpg" }).end(),
  "/endless.jpg": (_, response) => pour(response.writeHead(200)),
  "/held.jpg": (_, response) => response.writeHead(200).write(JPEG.subarray(0, 1024)),
  "/silent.jpg": () => {},
  "/drip.jpg": (_, response) => {
    response.writeHead(200).write(JPEG.subarray(0, 1024));
    const timer = setInterval(() => response.write("x"), 50);
    response.on("close", () => clearInterval(timer));
  },
  "/broken.jpg": (_, response) => {
    response.writeHead(200, { "content-length": JPEG.length });
    response.write(JPEG.subarray(0, 2_000), () => setTimeout(() => response.destroy(), 50));
  },
  "/gone.jpg": (_, response) => response.writeHead(404).end(),
  "/forbidden.jpg": (_, response) => response.writeHead(403).end(),
  "/failing.jpg": (_, response) => response.writeHead(500).end(),
  "/page.html": (_, response) => response.end(`<!doctype html>${"<p>x".repeat(100)}`),
  "/drawing.svg": (_, response) => response.end(`<svg onload="alert(1)">${" ".repeat(100)}</svg>`),
  "/scan.tiff": (_, response) => response.end(`II*\0${"\0".repeat(100)}`),
  "/empty.jpg": (_, response) => response.end(),
  "/huge.jpg": (_, response) =>
    response.writeHead(200, { "content-length": 101 * MIB }).write(JPEG.subarray(0, 1024)),
  "/inside.jpg": (_, response) => response.writeHead(302, { location: "http://10.0.0.1/" }).end(),
  "/packed.jpg": (_, response) => response.writeHead(200, { "content-encoding": "gzip" }).end(JPEG),
};

beforeAll(async () => {
  host = await startPictureHost((request, response) => {
    const path = (request.url ?? "").split("?")[0] ?? "";
    open.set(request.url ?? "", response);
    response.on("close", () => open.delete(request.url ?? ""));
    ANSWERS[path]?.(request, response);
  });
  const options = { allowedPrivateHosts: [host.host] };
  thumbnails = thumbnailsInTest(options);
  impatient = thumbnailsInTest({
    ...options,
    deadlines: { firstByteMs: 400, rateAfterMs: 400 },
    streamDeadlines: { headMs: 1_500 },
  });
  const inTest = imageProofsInTest(thumbnails);
  signer = inTest.signer;
  door = await openFrontDoor(
    [
      originalDownloadEndpoint(
        createOriginalDownload({
          proofs: inTest.proofs,
          openLibraryFile: async () => ({
            fileName: "barn.jpg",
            fullFileName: "Barn “old”.jpg",
            contentType: "image/tiff",
            sizeBytes,
            stream: () =>
              new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(MIB)) }),
            close: async () => {
              isFileClosed = true;
            },
          }),
          openRemote: (source, ...rest) => {
            const isSlow = /\/(silent|drip)\.jpg\?impatient$/.test(source);
            return (isSlow ? impatient : thumbnails).openOriginal(source, ...rest);
          },
        }),
      ),
    ],
    { visitorOf: createVisitorOf({ kind: "hops", count: 1 }) },
  );
});

beforeEach(() => {
  isFileClosed = false;
  sizeBytes = 10 * MIB;
  host.requests.length = 0;
});

afterEach(async () => {
  await expect.poll(() => open.size).toBe(0);
});

afterAll(async () => {
  await door.close();
  await thumbnails.dispose();
  await impatient.dispose();
  await host.close();
});

/** An image that this server has shown. */
function shown(path: string): ProvenImage {
  const image = { imageUrl: host.url(path), hostUrl: null, width: 1_200, height: 800 };
  return { ...image, proofs: [signer.sign(image)] };
}

const BARN = {
  imageUrl: "/library/barn/original",
  hostUrl: null,
  width: 1,
  height: 1,
  proofs: [],
};

type Asked = { visitor?: string; name?: string; headers?: Record<string, string> };

function post(image: unknown, options: Asked = {}, body?: string): Promise<IncomingMessage> {
  const { visitor = "192.0.2.1", name = "", headers = {} } = options;
  return openResponse(door.origin, "/api/original", {
    method: "POST",
    headers: { origin: door.origin, "x-forwarded-for": visitor, ...headers },
    body: body ?? JSON.stringify({ image, name }),
  });
}

async function codeOf(response: IncomingMessage): Promise<[number | undefined, string]> {
  const body = JSON.parse((await readBytes(response)).toString()) as ErrorBody;
  return [response.statusCode, body.error.code];
}

test("an original arrives unchanged, as a download of its sniffed type", async () => {
  for (const path of ["/photo.jpg", "/unannounced.jpg", "/moved.jpg"]) {
    const response = await post(shown(path), { name: "Gorge “Black Canyon”\r\n<1>" });
    expect(response.statusCode).toBe(200);
    expect((await readBytes(response)).equals(JPEG)).toBe(true);
    const { date, connection, "x-request-id": id, ...headers } = response.headers;
    const length = path === "/unannounced.jpg" ? {} : { "content-length": `${JPEG.length}` };
    const coding = path === "/unannounced.jpg" ? { "transfer-encoding": "chunked" } : {};
    expect(headers).toEqual({
      ...length,
      ...coding,
      "cache-control": "no-store",
      "content-disposition":
        "attachment; filename=\"gorge-black-canyon-1.jpg\"; filename*=UTF-8''Gorge%20%E2%80%9CBlack%20Canyon%E2%80%9D%201.jpg",
      "content-security-policy": "default-src 'none'; sandbox",
      "content-type": "image/jpeg",
      "cross-origin-resource-policy": "same-origin",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
    });
  }
});

test("the operator sees how downloads ended, and their bytes", async () => {
  const metrics = createMetrics();
  metrics.watchThumbnails(thumbnails.stats);
  const metricOf = async (name: string) => {
    const { text } = await metrics.expose("text");
    return Number(new RegExp(`^vitrine_original_${name} (\\S+)$`, "m").exec(text)?.[1] ?? 0);
  };
  const ended = (outcome: string) => metricOf(`streams_total\\{outcome="${outcome}"\\}`);
  const before = {
    complete: await ended("complete"),
    gone: await ended("gone"),
    unavailable: await ended("unavailable"),
    cancelled: await ended("cancelled"),
    bytes: await metricOf("stream_bytes_total"),
  };
  await readBytes(await post(shown("/photo.jpg")));
  await readBytes(await post(shown("/gone.jpg")));
  await readBytes(await post(shown("/broken.jpg"))).catch(() => {});
  const left = await post(shown("/endless.jpg"));
  await once(left, "data");
  expect(await metricOf("streams_open")).toBe(1);
  left.destroy();
  await expect.poll(() => ended("cancelled")).toBe(before.cancelled + 1);
  expect(await ended("complete")).toBe(before.complete + 1);
  expect(await ended("gone")).toBe(before.gone + 1);
  expect(await ended("unavailable")).toBe(before.unavailable + 1);
  const bytes = (await metricOf("stream_bytes_total")) - before.bytes;
  expect(bytes).toBeGreaterThanOrEqual(JPEG.length + 2_000);
  await expect.poll(() => metricOf("streams_open")).toBe(0);
});

test("a form gets the same file, or on failure a page that links back", async () => {
  const form = { headers: { "content-type": "application/x-www-form-urlencoded" } };
  const fields = (image: unknown) =>
    new URLSearchParams({ image: JSON.stringify(image), name: "Canyon" }).toString();
  const response = await post(null, form, fields(shown("/photo.jpg")));
  expect((await readBytes(response)).equals(JPEG)).toBe(true);
  expect(response.headers["content-disposition"]).toContain('filename="canyon.jpg"');
  const failed = await post(
    null,
    { headers: { ...form.headers, referer: `${door.origin}/search?q=barn&image=a` } },
    fields(shown("/gone.jpg")),
  );
  const back = encodeURIComponent("/search?q=barn&image=a");
  expect([failed.statusCode, failed.headers.location]).toEqual([
    303,
    `/download-failed?reason=image_gone&back=${back}`,
  ]);
});

test("the host learns nothing about the visitor", async () => {
  await readBytes(
    await post(shown("/photo.jpg"), {
      headers: {
        cookie: "session=1",
        referer: `${door.origin}/?q=secret`,
        "accept-language": "de",
      },
    }),
  );
  expect(host.requests.at(-1)?.rawHeaders.join(" ")).not.toMatch(/secret|session|192\.0\.2|\bde\b/);
});

describe("nothing is fetched for an image", () => {
  const elsewhere = () => ({ ...shown("/photo.jpg"), imageUrl: host.url("/other.jpg") });
  test.each([
    ["without a proof", () => ({ ...shown("/photo.jpg"), proofs: [] })],
    ["with another image's reference", elsewhere],
    ["with another size", () => ({ ...shown("/photo.jpg"), width: 1 })],
    [
      "with another image's thumbnail",
      () => ({ ...elsewhere(), proofs: [thumbnailsOf(shown("/photo.jpg"), thumbnails)?.path] }),
    ],
    ["with a path of ours as proof", () => ({ ...shown("/photo.jpg"), proofs: ["/library/barn"] })],
    ["that the library does not have", () => ({ ...BARN, imageUrl: "/library/absent/original" })],
    ["of another path of ours", () => ({ ...BARN, imageUrl: "/metrics" })],
    ["of the library, by a path with dots", () => ({ ...BARN, imageUrl: "/library/../original" })],
  ])("%s", async (_what, image) => {
    expect(await codeOf(await post(image()))).toEqual([403, "image_unproven"]);
    expect(host.requests).toEqual([]);
  });

  test("whose URL leads to an internal IP address, although its reference is valid", async () => {
    for (const imageUrl of [
      "http://169.254.169.254/latest/meta-data/",
      "http://127.0.0.1:1/",
      "http://[::ffff:10.0.0.1]/",
      "http://2130706433/",
      "https://vitrine.example/photo.jpg",
      "https://user:password@pictures.example/",
      "file:///etc/passwd",
      "data:image/gif;base64,R0lGOD",
    ]) {
      const image = { imageUrl, hostUrl: null, width: null, height: null };
      const response = await post({ ...image, proofs: [signer.sign(image)] });
      expect([imageUrl, ...(await codeOf(response))]).toEqual([imageUrl, 403, "image_unproven"]);
    }
  });

  test.each([
    { origin: "http://elsewhere.example" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
  ])("by another site's page: %o", async (headers) => {
    const response = await post(shown("/photo.jpg"), { headers: headers as never });
    expect(await codeOf(response)).toEqual([403, "cross_site"]);
    expect(host.requests).toEqual([]);
  });

  test.each([
    ["that is not JSON", "{", 400, "images_invalid"],
    ["without an image", '{"name":"x"}', 400, "images_invalid"],
    ["that is an array", "[1]", 400, "images_invalid"],
    ["that is too large", `{"image":"${"x".repeat(40_000)}"}`, 413, "body_too_large"],
  ])("in a body %s", async (_what, body, status, code) => {
    expect(await codeOf(await post(null, {}, body))).toEqual([status, code]);
  });
});

test.each([
  ["/gone.jpg", 404, "image_gone"],
  ["/forbidden.jpg", 502, "image_refused"],
  ["/failing.jpg", 502, "image_unavailable"],
  ["/inside.jpg", 502, "image_refused"],
  ["/packed.jpg", 502, "image_unavailable"],
  ["/page.html", 502, "not_an_image"],
  ["/drawing.svg", 502, "not_an_image"],
  ["/scan.tiff", 502, "not_an_image"],
  ["/empty.jpg", 502, "not_an_image"],
  ["/huge.jpg", 502, "image_too_large"],
  ["/silent.jpg?impatient", 504, "image_host_slow"],
])("%s is answered with %i %s", async (path, status, code) => {
  expect(await codeOf(await post(shown(path)))).toEqual([status, code]);
});

test.each(["/drip.jpg?impatient", "/broken.jpg"])(
  "%s breaks off after its head, so that the file is not taken for complete",
  async (path) => {
    const response = await post(shown(path));
    expect(response.statusCode).toBe(200);
    await expect(readBytes(response)).rejects.toThrow("aborted");
  },
);

test("a file of the library is a download too, and is closed when the visitor leaves", async () => {
  const response = await post(BARN, { name: "forged.exe" });
  expect(response.headers).toMatchObject({
    "content-disposition":
      "attachment; filename=\"barn.jpg\"; filename*=UTF-8''Barn%20%E2%80%9Cold%E2%80%9D.jpg",
    "content-length": `${10 * MIB}`,
    "content-type": "image/tiff",
  });
  response.destroy();
  await expect.poll(() => isFileClosed).toBe(true);
});

test("an empty file of the library is closed at once", async () => {
  sizeBytes = 0;
  const response = await post(BARN);
  expect(await readBytes(response)).toHaveLength(0);
  expect(isFileClosed).toBe(true);
});

test("a visitor who leaves stops the host's transfer before any deadline", async () => {
  const response = await post(shown("/endless.jpg"));
  response.resume();
  await expect.poll(() => pouredBytes).toBeGreaterThan(4 * MIB);
  response.destroy();
  await expect.poll(() => open.size).toBe(0);

  // The visitor leaves even before the host has answered.
  const waiting = openRequest(`${door.origin}/api/original`, {
    method: "POST",
    headers: { origin: door.origin },
  });
  waiting.on("error", () => {});
  waiting.end(JSON.stringify({ image: shown("/silent.jpg"), name: "" }));
  await expect.poll(() => open.size).toBe(1);
  waiting.destroy();
  await expect.poll(() => open.size).toBe(0);
});

test("the host is read no faster than the visitor reads", async () => {
  pouredBytes = 0;
  const response = await post(shown("/endless.jpg"));
  response.pause();
  await expect.poll(() => pouredBytes).toBeGreaterThan(0);
  let lastBytes = -1;
  await expect
    .poll(
      () => {
        const isSteady = pouredBytes === lastBytes;
        lastBytes = pouredBytes;
        return isSteady;
      },
      { interval: 300 },
    )
    .toBe(true);
  // Includes the data in the sockets of the three programs.
  expect(pouredBytes).toBeLessThan(24 * MIB);
  response.destroy();
});

test("two streams of a visitor run at once, and another visitor does not wait for them", async () => {
  const first = await Promise.all(["?1", "?2"].map((n) => post(shown(`/held.jpg${n}`))));
  const third = post(shown("/photo.jpg?3"));
  const other = await post(shown("/photo.jpg?4"), { visitor: "192.0.2.2" });
  expect(
    createHash("sha1")
      .update(await readBytes(other))
      .digest("hex"),
  ).toBe(createHash("sha1").update(JPEG).digest("hex"));
  expect(host.requests.map(({ path }) => path)).not.toContain("/photo.jpg?3");
  first[0]?.destroy();
  expect((await readBytes(await third)).equals(JPEG)).toBe(true);
  first[1]?.destroy();
});
