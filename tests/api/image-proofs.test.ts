import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { AnsweredProof, ProofsAnswer, ProvenImage } from "@/lib/contract/image-proofs";
import { imageProofsEndpoint } from "@/lib/gallery/image-proofs-endpoint";
import { thumbnailsOf } from "@/lib/gallery/with-thumbnails";
import { imageProofsInTest } from "@/tests/support/pictures/image-proofs";
import { photographPath } from "@/tests/support/pictures/photographs";
import { type PictureHost, startPictureHost } from "@/tests/support/pictures/picture-host";
import { type TestThumbnails, thumbnailsInTest } from "@/tests/support/pictures/thumbnails-in-test";
import { ask } from "@/tests/support/requests/ask";
import { applicationOf } from "@/tests/support/servers/application";

const DAY_MS = 86_400_000;
const PHOTOGRAPH = readFileSync(photographPath("black-canyon"));

let host: PictureHost;
let thumbnails: TestThumbnails;

beforeAll(async () => {
  host = await startPictureHost((_request, response) => response.end(PHOTOGRAPH));
  thumbnails = thumbnailsInTest({ allowedPrivateHosts: [host.host] });
});

afterAll(async () => {
  await thumbnails.dispose();
  await host.close();
});

function aServer(pipeline = thumbnails, options: Parameters<typeof imageProofsInTest>[1] = {}) {
  const { proofs, signer } = imageProofsInTest(pipeline, options);
  const application = applicationOf([
    imageProofsEndpoint({ proofs, signer, thumbnails: pipeline }),
  ]);
  const post = (json: unknown, headers: Record<string, string> = {}) =>
    ask(application, "/api/image-references", { json, headers });
  return {
    post,
    async proofsOf(...images: unknown[]): Promise<(AnsweredProof | null)[]> {
      const response = await post({ images });
      expect(response.status).toBe(200);
      expect(response.headers.get("cache-control")).toBe("no-store");
      return ((await response.json()) as ProofsAnswer).images;
    },
  };
}

const REMOTE = { hostUrl: "https://pages.example/reef", width: 1_200, height: 800 };

/** A remote image with the path of its thumbnails as proof, as an answer has it. */
function shown(path: string, pipeline = thumbnails): ProvenImage {
  const image = { ...REMOTE, imageUrl: host.url(path) };
  const thumbnailPath = thumbnailsOf(image, pipeline)?.path;
  return { ...image, proofs: thumbnailPath === undefined ? [] : [thumbnailPath] };
}

test("proofs are in the order of the request, with null for images that get none", async () => {
  const { proofsOf } = aServer();
  const one = shown("/1.jpg");
  const barn = { imageUrl: "/library/barn/original", hostUrl: null, width: 1, height: null };
  const [first, none, own, malformed, last] = await proofsOf(
    one,
    { ...shown("/2.jpg"), proofs: one.proofs },
    barn,
    { imageUrl: 7 },
    { ...one, proofs: [`${one.proofs[0]}240`] },
  );
  expect([none, malformed]).toEqual([null, null]);
  expect(last).toEqual(first);
  expect(first?.reference).toMatch(/^[0-9a-f]{8}\.[\w-]{24}$/);
  expect(thumbnails.sourceOf(`${first?.thumbnails?.path}320`)).toBe(host.url("/1.jpg"));
  // The library's own size and revision decide, not what the browser sent.
  expect(thumbnails.sourceOf(`${own?.thumbnails?.path}320`)).toBe("lib:barn@1-2");
  expect(own?.thumbnails?.widthsPx.at(-1)).toBe(1200);
  expect(own?.reference).toMatch(/^[0-9a-f]{8}\./);
});

test("a reference proves only its own image", async () => {
  const { proofsOf } = aServer();
  const image = shown("/1.jpg");
  const [saved] = await proofsOf(image);
  const proofs = [saved?.reference];
  const [again, otherUrl, otherPage, otherSize] = await proofsOf(
    { ...image, proofs },
    { ...shown("/2.jpg"), proofs },
    { ...image, proofs, hostUrl: "https://elsewhere.example/" },
    { ...image, proofs, width: 1_201 },
  );
  expect(again).toEqual(saved);
  expect([otherUrl, otherPage, otherSize]).toEqual([null, null, null]);
});

test("a thumbnail path proves only the fields that the server answered with", async () => {
  const { proofsOf } = aServer();
  const image = shown("/1.jpg");
  const forged = [
    { ...image, hostUrl: "https://elsewhere.example/" },
    { ...image, hostUrl: null },
    { ...image, width: 1_201 },
    { ...image, height: null },
  ];
  const unbound = thumbnails.sign(image.imageUrl, 160, 960)?.path ?? "";
  expect(await proofsOf(...forged, { ...image, proofs: [unbound] })).toEqual(Array(5).fill(null));
  // The path in the answer proves the same fields as the first one.
  const [saved] = await proofsOf(image);
  const renewed = { ...image, proofs: [saved?.thumbnails?.path] };
  const stranger = { ...renewed, hostUrl: "https://elsewhere.example/" };
  expect(await proofsOf(renewed, stranger)).toEqual([saved, null]);
});

test("an image whose reference was signed by a lost key is identified by its thumbnail path, and gets a new reference", async () => {
  const lost = aServer(thumbnails, { keys: ["a lost key for signer, 32 bytes or more"] });
  const { proofsOf } = aServer();
  const image = shown("/1.jpg");
  const [old] = await lost.proofsOf(image);
  const proofs = [old?.reference, ...image.proofs];
  const [renewed, withoutPath, ofAnother, tooMany] = await proofsOf(
    { ...image, proofs },
    { ...image, proofs: [old?.reference] },
    { ...shown("/2.jpg"), proofs },
    { ...image, proofs: [...proofs, ...proofs] },
  );
  expect([withoutPath, ofAnother, tooMany]).toEqual([null, null, null]);
  expect(renewed?.reference).not.toBe(old?.reference);
  expect(await proofsOf({ ...image, proofs: [renewed?.reference] })).toEqual([renewed]);
});

test("an image that the operator hid, or that the library does not have, gets nothing", async () => {
  const image = shown("/1.jpg");
  const hidden = { imageUrl: "/library/absent/original", hostUrl: null, width: 1, height: 1 };
  const moderate = { ...hidden, imageUrl: "/library/moderate-barn/original" };
  for (const [rating, safesearch, isShown] of [
    ["never", "moderate", false],
    ["moderate", "moderate", true],
    ["moderate", "strict", false],
    ["fine", "strict", true],
  ] as const) {
    const { proofsOf } = aServer(thumbnails, {
      ratings: { [image.imageUrl]: rating },
      safesearch,
    });
    const answers = await proofsOf(image, hidden, moderate);
    expect(answers.map((answer) => answer !== null)).toEqual([
      isShown,
      false,
      safesearch === "moderate",
    ]);
  }
});

test("without a persistent key, images get thumbnails but no references", async () => {
  const { proofs } = imageProofsInTest(thumbnails);
  const sign = () => {
    throw new Error("the disk is full");
  };
  const application = applicationOf([
    imageProofsEndpoint({ proofs, signer: { sign }, thumbnails }),
  ]);
  const response = await ask(application, "/api/image-references", {
    json: { images: [shown("/1.jpg")] },
  });
  expect(await response.json()).toEqual({
    images: [
      { reference: null, thumbnails: { path: expect.any(String), widthsPx: expect.any(Array) } },
    ],
  });
});

describe("a request is refused", () => {
  test.each([
    ["that is not JSON", "{", 400, "images_invalid"],
    ["without images", "{}", 400, "images_invalid"],
    ["with images that are no array", '{"images":{"length":1}}', 400, "images_invalid"],
    ["nested too deep", "[".repeat(10_000), 400, "images_invalid"],
    ["with too many", { images: Array(101).fill(null) }, 400, "images_invalid"],
    ["that is too large", `{"images":["${"x".repeat(800_000)}"]}`, 413, "body_too_large"],
  ])("%s", async (_what, body, status, code) => {
    const response = await aServer().post(body);
    expect([response.status, await response.json()]).toMatchObject([status, { error: { code } }]);
  });

  test.each([
    { origin: "http://elsewhere.example" },
    { origin: "null" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { "sec-fetch-site": "none" },
  ])("of another site's page: %o", async (headers) => {
    const response = await aServer().post({ images: [] }, headers as never);
    expect(response.status).toBe(403);
  });
});

test("400 days after it was saved, with every key rotated, an image's thumbnail loads", async () => {
  const keyOf = (name: string) => `the ${name} key of an installation, 32 bytes or more`;
  const startMs = Date.parse("2026-11-23T00:00:00Z");
  /** The same installation `days` later, restarted with other keys. */
  const installation = (days: number, storedThumbnailId: string, ...proofKeys: string[]) => {
    const clock = () => startMs + days * DAY_MS;
    const pipeline = thumbnailsInTest({
      clock,
      keys: [keyOf(storedThumbnailId)],
      allowedPrivateHosts: [host.host],
    });
    onTestFinished(pipeline.dispose);
    return { pipeline, ...aServer(pipeline, { keys: proofKeys.map(keyOf) }) };
  };

  const first = installation(0, "thumbnail", "first");
  const images = Array.from({ length: 24 }, (_, n) =>
    shown(`/collection/${n}.jpg`, first.pipeline),
  );
  const saved = await first.proofsOf(...images);
  const proven = images.map((image, n) => ({ ...image, proofs: [saved[n]?.reference] }));

  const later = installation(400, "other thumbnail", "second", "first");
  expect((await later.pipeline.ask(`${images[0]?.proofs[0]}320`)).status).toBe(403);
  expect(await later.proofsOf(...images)).toEqual(images.map(() => null));
  const opened = await later.proofsOf(...proven);
  const statuses = await Promise.all(
    opened.map(async (image) => {
      const response = await later.pipeline.ask(`${image?.thumbnails?.path}320`);
      return [response.status, response.headers.get("content-type")];
    }),
  );
  expect(statuses).toEqual(images.map(() => [200, "image/avif"]));

  // Opening the collection has signed the references again, so the oldest key can be dropped.
  const muchLater = installation(800, "third thumbnail", "third", "second");
  const reopened = await muchLater.proofsOf(
    ...images.map((image, n) => ({ ...image, proofs: [opened[n]?.reference] })),
  );
  expect(reopened.every((image) => image?.thumbnails != null)).toBe(true);
  expect(await muchLater.proofsOf(...proven)).toEqual(images.map(() => null));
});
