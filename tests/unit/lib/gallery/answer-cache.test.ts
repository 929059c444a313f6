import { expect, test } from "vitest";
import type { Image } from "@/lib/contract/search-answer";
import { createAnswerCache, searchCacheKey } from "@/lib/gallery/answer-cache";
import { createMemoryAnswerStore } from "@/lib/state/answer-store";
import { aQuery, createTestClock } from "@/tests/support/paid-gallery";

const MINUTE_MS = 60_000;
const SERVICE = "https://images.example";

function aCache({ hasNarrowing = true, staleHours = 24 } = {}) {
  const clock = createTestClock();
  const store = createMemoryAnswerStore({ bytesMax: 1_000_000 });
  const policy = { freshMinutes: 30, staleHours, hasNarrowing };
  const cache = createAnswerCache({ store, serviceUrl: SERVICE, policy, clock: clock.nowMs });
  return { cache, store, clock };
}

function images(count: number): Image[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `image-${index}`,
    name: `Picture ${index}`,
    imageUrl: `https://a.example/${index}.jpg`,
    hostUrl: null,
    host: "a.example",
    width: 800,
    height: 600,
    accentColor: null,
    thumbnails: null,
    fallbackUrl: null,
  }));
}

const found = (count: number, droppedCount = 0) => ({ images: images(count), droppedCount });

test("a cached answer is fresh for its half hour, then stale, then gone", async () => {
  const { cache, clock } = aCache();
  const keptAtMs = clock.nowMs();
  await cache.put(aQuery(), found(3, 1));
  clock.pass(26 * MINUTE_MS);
  expect(await cache.lookUp(aQuery())).toEqual({
    answer: { ...found(3, 1), answeredAtMs: keptAtMs, isFresh: true, isNarrowed: false },
    refusal: null,
  });
  clock.pass(8 * MINUTE_MS);
  expect((await cache.lookUp(aQuery())).answer?.isFresh).toBe(false);
  clock.pass(24 * 60 * MINUTE_MS);
  expect((await cache.lookUp(aQuery())).answer).toBeNull();
});

test("an answer serves its own query only", async () => {
  const { cache } = aCache();
  await cache.put(aQuery(), found(3));
  for (const other of [{ q: "barn" }, { site: "a.example" }, { count: 30 }, { count: 100 }]) {
    expect((await cache.lookUp(aQuery(other))).answer).toBeNull();
  }
});

test("an answer with a larger count serves a smaller count, marked as narrowed", async () => {
  const { cache } = aCache();
  await cache.put(aQuery({ count: 50 }), found(48, 2));
  const { answer } = await cache.lookUp(aQuery({ count: 20 }));
  expect(answer).toMatchObject({ isNarrowed: true, isFresh: true, droppedCount: 0 });
  expect(answer?.images).toEqual(images(20));
});

test("a narrowed answer counts only the dropped items within it", async () => {
  const { cache } = aCache();
  await cache.put(aQuery({ count: 50 }), found(18, 32));
  const { answer } = await cache.lookUp(aQuery({ count: 20 }));
  expect([answer?.images.length, answer?.droppedCount]).toEqual([18, 2]);
});

test("serving a smaller count can be switched off", async () => {
  const { cache } = aCache({ hasNarrowing: false });
  await cache.put(aQuery({ count: 50 }), found(48));
  expect((await cache.lookUp(aQuery({ count: 20 }))).answer).toBeNull();
});

test("a fresh answer comes before a stale one, the same query before a larger count", async () => {
  const { cache, clock } = aCache();
  await cache.put(aQuery({ count: 20 }), found(20));
  expect((await cache.lookUp(aQuery({ count: 20 }))).answer?.isNarrowed).toBe(false);
  clock.pass(40 * MINUTE_MS);
  await cache.put(aQuery({ count: 50 }), found(50));
  expect((await cache.lookUp(aQuery({ count: 20 }))).answer).toMatchObject({
    isNarrowed: true,
    isFresh: true,
  });
  await cache.put(aQuery({ count: 20 }), found(19));
  expect((await cache.lookUp(aQuery({ count: 20 }))).answer?.images).toHaveLength(19);
});

test("of two stale answers the newer is served", async () => {
  const { cache, clock } = aCache();
  await cache.put(aQuery({ count: 20 }), found(20));
  clock.pass(MINUTE_MS);
  await cache.put(aQuery({ count: 50 }), found(50));
  clock.pass(60 * MINUTE_MS);
  expect((await cache.lookUp(aQuery({ count: 20 }))).answer).toMatchObject({
    isNarrowed: true,
    isFresh: false,
  });
});

test("an empty answer is cached for five minutes", async () => {
  const { cache, clock } = aCache();
  await cache.put(aQuery(), found(0));
  clock.pass(5 * MINUTE_MS - 1);
  expect((await cache.lookUp(aQuery())).answer).toMatchObject({ images: [], isFresh: true });
  clock.pass(1);
  expect((await cache.lookUp(aQuery())).answer).toBeNull();
});

test("a refusal is cached for five minutes, and never replaces an answer", async () => {
  const { cache, clock } = aCache();
  await cache.put(aQuery(), found(3));
  clock.pass(40 * MINUTE_MS);
  await cache.putRefusal(aQuery());
  const { answer, refusal } = await cache.lookUp(aQuery());
  expect(answer?.images).toHaveLength(3);
  expect(refusal).toMatchObject({ code: "service_refused" });
  clock.pass(5 * MINUTE_MS);
  expect((await cache.lookUp(aQuery())).refusal).toBeNull();
});

test("damaged records count as missing", async () => {
  const { cache, store, clock } = aCache();
  const { key, family } = searchCacheKey(aQuery(), SERVICE);
  const times = { answeredAtMs: clock.nowMs(), keepUntilMs: clock.nowMs() + MINUTE_MS };
  await store.put({ key, family, count: 24, ...times, body: '{"images":[' });
  expect(await cache.lookUp(aQuery())).toEqual({ answer: null, refusal: null });
});

test("a clock that is set back makes no answer older or unusable", async () => {
  const { cache, clock } = aCache();
  await cache.put(aQuery(), found(3));
  clock.pass(-60 * MINUTE_MS);
  expect((await cache.lookUp(aQuery())).answer?.isFresh).toBe(true);
});
