import { expect, test } from "vitest";
import { createFailureCache } from "@/lib/thumbnails/failure-cache";
import { badHost, busy, refused, ThumbnailFailure } from "@/lib/thumbnails/thumbnail-failure";

const HOUR_S = 3_600;
const gone = () => new ThumbnailFailure("gone", 404, "gone");

function cacheWithClock() {
  const time = { ms: 1_000_000 };
  return { time, cache: createFailureCache(() => time.ms) };
}

test.each([
  ["gone", gone, 24 * HOUR_S],
  ["refused by a rule", () => refused("rule"), 24 * HOUR_S],
  ["a host in trouble", () => badHost("down"), 60],
])("%s is remembered for %s seconds", (_what, failure, seconds) => {
  const { cache, time } = cacheWithClock();
  cache.remember("s", failure());
  expect(cache.find("s")?.retryAfterSeconds).toBe(seconds);
  time.ms += seconds * 1_000 - 1;
  expect(cache.find("s")).not.toBeNull();
  time.ms += 1;
  expect(cache.find("s")).toBeNull();
});

test("a host that keeps failing is asked half as often each time, down to once an hour", () => {
  const { cache, time } = cacheWithClock();
  const waits = Array.from({ length: 8 }, () => {
    cache.remember("s", badHost("down"));
    const waitSeconds = cache.find("s")?.retryAfterSeconds ?? 0;
    time.ms += waitSeconds * 1_000;
    return waitSeconds;
  });
  expect(waits).toEqual([60, 120, 240, 480, 960, 1_920, HOUR_S, HOUR_S]);
});

test("after a success, the next failure counts as the first", () => {
  const { cache, time } = cacheWithClock();
  cache.remember("s", badHost("down"));
  time.ms += 60_000;
  cache.remember("s", badHost("down"));
  cache.forget("s");
  cache.remember("s", badHost("down"));
  expect(cache.find("s")?.retryAfterSeconds).toBe(60);
});

test("this server's own failure is not remembered for an image", () => {
  const { cache } = cacheWithClock();
  cache.remember("s", busy("full"));
  expect(cache.find("s")).toBeNull();
});

test("only the most recent 5,000 failures are remembered", () => {
  const { cache } = cacheWithClock();
  for (let n = 0; n < 20_000; n += 1) cache.remember(`s${n}`, gone());
  expect(cache.size()).toBe(5_000);
  expect(cache.find("s0")).toBeNull();
  expect(cache.find("s19999")).not.toBeNull();
});
