import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ProvenImage } from "@/lib/contract/image-proofs";
import type { FileValidators, ImageState, StillThereAnswer } from "@/lib/contract/still-there";
import { stillThereEndpoint } from "@/lib/gallery/still-there-endpoint";
import { imageProofsInTest } from "@/tests/support/pictures/image-proofs";
import { photographPath } from "@/tests/support/pictures/photographs";
import { type PictureHost, startPictureHost } from "@/tests/support/pictures/picture-host";
import { type TestThumbnails, thumbnailsInTest } from "@/tests/support/pictures/thumbnails-in-test";
import { ask } from "@/tests/support/requests/ask";
import { applicationOf } from "@/tests/support/servers/application";

const JPEG = readFileSync(photographPath("black-canyon"));
const MODIFIED = "Mon, 23 Nov 2026 00:00:00 GMT";

let host: PictureHost;
let thumbnails: TestThumbnails;
let application: (request: Request) => Promise<Response>;
let signer: ReturnType<typeof imageProofsInTest>["signer"];
const methods: string[] = [];
let openCount = 0;

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const image: Answer = ({ headers, method }, response) => {
  const isRange = headers.range === "bytes=0-63" && method === "GET";
  const validators = { etag: '"a"', "last-modified": MODIFIED, "content-type": "image/jpeg" };
  response.writeHead(isRange ? 206 : 200, {
    ...validators,
    "content-length": isRange ? 64 : JPEG.length,
    ...(isRange && { "content-range": `bytes 0-63/${JPEG.length}` }),
  });
  response.end(method === "HEAD" ? undefined : isRange ? JPEG.subarray(0, 64) : JPEG);
};
const status =
  (code: number): Answer =>
  (_request, response) =>
    response.writeHead(code).end();
const toMoved =
  (code: number): Answer =>
  (_request, response) =>
    response.writeHead(code, { location: "/there.jpg" }).end();

const ANSWERS: Record<string, Answer> = {
  "/there.jpg": image,
  "/gone.jpg": status(410),
  "/missing.jpg": status(404),
  "/moved.jpg": toMoved(308),
  "/elsewhere-for-now.jpg": toMoved(302),
  "/forbidden.jpg": status(403),
  "/failing.jpg": status(500),
  "/silent.jpg": () => {},
  "/no-head.jpg": (request, response) =>
    (request.method === "HEAD" ? status(405) : image)(request, response),
  "/wrong-head.jpg": (request, response) =>
    (request.method === "HEAD" ? status(404) : image)(request, response),
  "/untyped.jpg": (request, response) => {
    if (request.method === "HEAD") response.end();
    else response.writeHead(200, { "content-length": JPEG.length }).end(JPEG);
  },
  "/page.jpg": (_request, response) =>
    response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html>".repeat(9)),
  "/inside.jpg": (_request, response) =>
    response.writeHead(301, { location: "http://169.254.169.254/a.jpg" }).end(),
};

let ownRevision = async () => "rev-2";

beforeAll(async () => {
  host = await startPictureHost((request, response) => {
    methods.push(request.method ?? "");
    openCount += 1;
    response.on("close", () => {
      openCount -= 1;
    });
    ANSWERS[(request.url ?? "").split("?")[0] ?? ""]?.(request, response);
  });
  thumbnails = thumbnailsInTest({ allowedPrivateHosts: [host.host] });
  const inTest = imageProofsInTest(thumbnails);
  signer = inTest.signer;
  application = applicationOf([
    stillThereEndpoint({
      proofs: inTest.proofs,
      libraryRevision: () => ownRevision(),
      askHost: thumbnails.askHost,
      // For the silent host; the others answer within it on a busy machine, too.
      answerMs: 6_000,
    }),
  ]);
});

beforeEach(() => {
  methods.length = 0;
  host.requests.length = 0;
});

afterAll(async () => {
  await thumbnails.dispose();
  await host.close();
});

function shown(path: string): ProvenImage {
  const fields = { imageUrl: host.url(path), hostUrl: null, width: null, height: null };
  return { ...fields, proofs: [signer.sign(fields)] };
}

type Sent = ProvenImage & { validators?: FileValidators | null };

async function statesOf(...images: Sent[]): Promise<(ImageState | null)[]> {
  const response = await ask(application, "/api/still-there", { json: { images } });
  expect(response.status).toBe(200);
  return ((await response.json()) as StillThereAnswer).images;
}

const VALIDATORS = { etag: '"a"', lastModified: MODIFIED, sizeBytes: JPEG.length };

test("a batch reports each image's state at its host", async () => {
  const names = Object.keys(ANSWERS);
  const states = await statesOf(...names.map(shown));
  expect(Object.fromEntries(names.map((name, n) => [name, states[n]?.state]))).toEqual({
    "/there.jpg": "there",
    "/gone.jpg": "gone",
    "/missing.jpg": "gone",
    "/moved.jpg": "moved",
    "/elsewhere-for-now.jpg": "there",
    "/forbidden.jpg": "unknown",
    "/failing.jpg": "unknown",
    "/silent.jpg": "unknown",
    "/no-head.jpg": "there",
    "/wrong-head.jpg": "there",
    "/untyped.jpg": "there",
    "/page.jpg": "changed",
    "/inside.jpg": "unknown",
  });
  expect(states[names.indexOf("/moved.jpg")]?.movedTo).toBe(host.url("/there.jpg"));
  for (const name of ["/there.jpg", "/no-head.jpg", "/elsewhere-for-now.jpg"]) {
    expect(states[names.indexOf(name)]?.validators).toEqual(VALIDATORS);
  }
  // No connection remains, not even to the host that does not answer.
  await expect.poll(() => openCount).toBe(0);
});

test("an image that HEAD finds is not fetched, and not requested again within minutes", async () => {
  const [first] = await statesOf(shown("/there.jpg?once"));
  expect(methods).toEqual(["HEAD"]);
  const before = { ...VALIDATORS, sizeBytes: 1 };
  const [again, changed] = await statesOf(shown("/there.jpg?once"), {
    ...shown("/there.jpg?once"),
    validators: before,
  });
  expect(again).toEqual(first);
  expect(changed).toEqual({ state: "changed", movedTo: null, validators: VALIDATORS });
  expect(methods).toEqual(["HEAD"]);
});

test("copies of one question do not make the server ask a host again, even if it refuses", async () => {
  const copies = Array.from({ length: 8 }, () => shown("/forbidden.jpg?copies"));
  for (let request = 0; request < 3; request += 1) {
    const states = await statesOf(...copies);
    expect(states.map((each) => each?.state)).toEqual(copies.map(() => "unknown"));
  }
  // Two at a time: HEAD and GET each.
  expect(methods.length).toBeLessThanOrEqual(4);
});

test("the library knows its own pictures", async () => {
  const barn = { imageUrl: "/library/barn/original", hostUrl: null, width: null, height: null };
  const validators = { etag: "rev-1", lastModified: null, sizeBytes: null };
  const [own, replaced, absent] = await statesOf(
    { ...barn, proofs: [] },
    { ...barn, proofs: [], validators },
    { ...barn, imageUrl: "/library/absent/original", proofs: [] },
  );
  expect([own?.state, replaced?.state, absent?.state]).toEqual(["there", "changed", "gone"]);
  // Its disk is away; the others of the batch still have answers.
  ownRevision = () => Promise.reject(new Error("the file cannot be read"));
  const states = await statesOf({ ...barn, proofs: [] }, shown("/there.jpg?beside"));
  expect(states.map((each) => each?.state)).toEqual(["unknown", "there"]);
});

test("no host is asked about an image that this server has not shown", async () => {
  const unproven = { ...shown("/there.jpg?unproven"), proofs: [] };
  expect(await statesOf(unproven, { ...shown("/a.jpg"), imageUrl: "http://10.0.0.1/" })).toEqual([
    null,
    null,
  ]);
  expect(host.requests).toEqual([]);
});

test("malformed validators are ignored, and too many images are refused", async () => {
  const sent = { ...shown("/there.jpg"), validators: { sizeBytes: "1" } };
  expect((await statesOf(sent as never))[0]?.state).toBe("there");
  const images = Array.from({ length: 21 }, () => shown("/there.jpg"));
  expect((await ask(application, "/api/still-there", { json: { images } })).status).toBe(400);
  const foreign = { json: { images: [] }, headers: { "sec-fetch-site": "cross-site" } };
  expect((await ask(application, "/api/still-there", foreign)).status).toBe(403);
});

test("a visitor who leaves ends the requests to the hosts", async () => {
  const leaving = new AbortController();
  const json = { images: [shown("/silent.jpg?leaving")] };
  const answer = ask(application, "/api/still-there", { json, signal: leaving.signal });
  await expect.poll(() => openCount).toBe(1);
  leaving.abort();
  expect((await answer).status).toBe(499);
  await expect.poll(() => openCount).toBe(0);
});
