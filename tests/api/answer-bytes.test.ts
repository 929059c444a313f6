import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { SearchAnswer } from "@/lib/contract/search-answer";
import { DEFAULT_FILTERS } from "@/lib/contract/search-query";
import { createAnswerResponse } from "@/lib/gallery/answer-response";
import { searchEndpoints } from "@/lib/gallery/search-endpoints";
import type { SearchImages } from "@/lib/gallery/search-images";
import { signImage } from "@/lib/gallery/with-thumbnails";
import { createSigner } from "@/lib/thumbnails/signature";
import { anImage } from "@/tests/support/pictures/an-image";
import { askOverHttp } from "@/tests/support/requests/http-request";
import { type OpenFrontDoor, openFrontDoor } from "@/tests/support/servers/open-front-door";

const DECODERS = {
  identity: (bytes: Buffer) => bytes,
  br: brotliDecompressSync,
  gzip: gunzipSync,
} as const;

let door: OpenFrontDoor;
/** The use case's next answer: the same images, as the memory returns them. */
let answer: SearchAnswer;
let nowMs: number;
const signed = vi.fn(signImage);

beforeAll(async () => {
  const { sign, expiryDay } = createSigner(["k".repeat(32)], { clock: () => nowMs });
  const answerResponse = createAnswerResponse({
    sign: (image) =>
      signed(image, { thumbnails: { sign, expiryDay }, fallsBackToOriginals: false }),
    expiryDay,
  });
  const searchImages: SearchImages = async (query) => ({ ...answer, query });
  door = await openFrontDoor(searchEndpoints({ searchImages, answerResponse }));
});

afterAll(() => door.close());

beforeEach(() => {
  nowMs = Date.UTC(2026, 10, 22, 12);
  answer = {
    query: { q: "sea", ...DEFAULT_FILTERS },
    images: Array.from({ length: 24 }, (_, index) => anImage({ id: `image-${index}` })),
    droppedCount: 0,
    answeredAt: "2026-11-22T11:59:00.000Z",
    ageSeconds: 60,
    service: { kind: "remote", host: "search.example" },
    from: "cache",
    totalCount: null,
    heldCount: 1,
    changed: null,
    offers: [],
    staleReason: null,
    searchesUsed: 0,
  };
});

async function search({
  q = "sea",
  coding = "identity" as keyof typeof DECODERS,
  method = "GET",
} = {}) {
  const headers = { "accept-encoding": coding };
  const answered = await askOverHttp(door.origin, `/api/search?q=${q}`, { method, headers });
  return { ...answered, text: () => DECODERS[coding](answered.body).toString() };
}

const bodyOf = async (options = {}) => JSON.parse((await search(options)).text());

test("every coding repeatedly gives the same answer, with the right Vary header", async () => {
  const plain = (await search()).text();
  for (const coding of ["br", "gzip", "identity", "br", "gzip"] as const) {
    const { headers, body, text } = await search({ coding });
    expect(text()).toBe(plain);
    expect(headers["content-encoding"]).toBe(coding === "identity" ? undefined : coding);
    expect(headers["content-length"]).toBe(String(body.length));
    expect(headers.vary).toContain("accept-encoding");
    expect(headers.vary).toContain("sec-fetch-site");
  }
});

test("the age is a header, and does not change the body", async () => {
  const first = await search();
  answer.ageSeconds = 61;
  const second = await search();
  expect([first.headers.age, second.headers.age]).toEqual(["60", "61"]);
  expect(second.body.equals(first.body)).toBe(true);
  expect(JSON.parse(first.text())).not.toHaveProperty("ageSeconds");
});

test("a changed field is sent at once, in every coding", async () => {
  await search();
  await search({ coding: "br" });
  answer.droppedCount = 13;
  expect((await bodyOf()).droppedCount).toBe(13);
  expect((await bodyOf({ coding: "br" })).droppedCount).toBe(13);
});

test("a cached answer is signed once", async () => {
  answer.answeredAt = "2026-11-22T11:30:00.000Z";
  signed.mockClear();
  await search();
  answer = structuredClone(answer);
  await search({ coding: "br" });
  expect(signed).toHaveBeenCalledTimes(answer.images.length);
});

test("an image that a rating hides is in no answer from then on, until the rating ends", async () => {
  const ids = async () => (await bodyOf()).images.map(({ id }: { id: string }) => id);
  const { images } = answer;
  const all = await ids();
  // Another image stays in its place, so that every count is the same.
  answer.images = images.slice(0, 23);
  await ids();
  answer.images = images.slice(1);
  expect(await ids()).toEqual(all.slice(1));
  answer.images = images;
  expect(await ids()).toEqual(all);
});

test("a later answer with the same images replaces the former", async () => {
  await bodyOf();
  answer.answeredAt = "2026-11-22T11:59:00.001Z";
  answer.images = answer.images.map((image) => ({ ...image, name: "another name" }));
  expect((await bodyOf()).images[0].name).toBe("another name");
});

test("thumbnail URLs are signed again on the next day", async () => {
  const dayOf = async () => (await bodyOf()).images[0].thumbnails.path.split("/")[3];
  const first = await dayOf();
  nowMs += 86_400_000;
  expect(Number(await dayOf())).toBe(Number(first) + 1);
});

test("each answer says whether it was paid for, cached or stale, and why", async () => {
  const facts = async () => {
    const { from, searchesUsed, staleReason, retryAfterSeconds } = await bodyOf();
    return { from, searchesUsed, staleReason, retryAfterSeconds };
  };
  Object.assign(answer, { from: "service", searchesUsed: 1 });
  expect(await facts()).toMatchObject({ from: "service", searchesUsed: 1, staleReason: null });
  Object.assign(answer, { from: "cache", searchesUsed: 0 });
  expect(await facts()).toMatchObject({ from: "cache", searchesUsed: 0, staleReason: null });
  const stale = { from: "stale", staleReason: "rate_limited", retryAfterSeconds: 40 } as const;
  Object.assign(answer, stale);
  expect(await facts()).toMatchObject(stale);
  answer.staleReason = "service_timeout";
  expect(await facts()).toMatchObject({ staleReason: "service_timeout" });
  Object.assign(answer, { from: "cache", staleReason: null });
  expect(await facts()).toMatchObject({ from: "cache", staleReason: null });
});

test("two queries that share the images of one answer each get their own query", async () => {
  expect((await bodyOf({ q: "sea" })).query.q).toBe("sea");
  expect((await bodyOf({ q: "Sea" })).query.q).toBe("Sea");
  expect((await bodyOf({ q: "sea" })).query.q).toBe("sea");
});

test("a refused query is refused again, and HEAD gets no body", async () => {
  for (let times = 0; times < 2; times += 1) {
    const refused = await search({ q: "sea&count=0" });
    expect(refused.status).toBe(400);
    expect(JSON.parse(refused.text()).error.problems).toMatchObject([{ path: "count" }]);
  }
  const head = await search({ method: "HEAD", coding: "br" });
  expect(head.status).toBe(405);
  expect(head.body).toHaveLength(0);
});
