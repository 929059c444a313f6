import { expect, onTestFinished, test, vi } from "vitest";
import { watchRatings } from "@/lib/gallery/rating-watch";
import type { RatingChanges } from "@/lib/state/moderation-state";

const REEF = "https://a.example/reef.jpg";

/** Creates a watch of a store whose ratings the test sets, and records what the watch does. */
function aWatch({ repeatMs = 60_000, pollMs }: { repeatMs?: number; pollMs?: number } = {}) {
  const changes: (RatingChanges["changes"][0] & { revision: number })[] = [];
  let failure: Error | null = null;
  const follow = vi.fn(async () => {});
  const onFailure = vi.fn();
  const watch = watchRatings(
    {
      async ratings(after) {
        if (failure !== null) throw failure;
        const revision = changes.at(-1)?.revision ?? 0;
        return { revision, changes: changes.filter((each) => each.revision > after) };
      },
    },
    { follow, onFailure, repeatMs, ...(pollMs && { pollMs }) },
  );
  onTestFinished(watch.stop);
  const rate = (source: string, rating: "never" | "moderate" | "fine" | null) => {
    changes.push({ source, rating, revision: changes.length + 1 });
  };
  return {
    ...watch,
    follow,
    onFailure,
    rate,
    fail: (cause: Error | null) => {
      failure = cause;
    },
  };
}

test("without ratings everything is shown, and the library is left alone", async () => {
  const { ratings, follow } = aWatch();
  await ratings.loading();
  expect(ratings.loading()).toBeNull();
  expect(ratings.isShown(REEF, "strict")).toBe(true);
  expect(ratings.version()).toBe(0);
  expect(follow).not.toHaveBeenCalled();
});

test("another process's rating takes effect automatically, and so does withdrawing it", async () => {
  const { ratings, follow, rate } = aWatch({ pollMs: 20 });
  rate(REEF, "never");
  rate("lib:barn", "moderate");
  await expect.poll(() => ratings.isShown(REEF, "moderate")).toBe(false);
  expect(ratings.isShown("lib:barn", "strict")).toBe(false);
  expect(ratings.isShown("lib:barn", "moderate")).toBe(true);
  expect(follow).toHaveBeenCalledExactlyOnceWith({
    revision: 2,
    ratings: [{ id: "barn", rating: "moderate" }],
  });
  const version = ratings.version();
  rate(REEF, null);
  await expect.poll(() => ratings.isShown(REEF, "strict")).toBe(true);
  expect(ratings.version()).toBeGreaterThan(version);
});

test("while the store fails, the last ratings stay in effect; a later rating takes effect", async () => {
  const { ratings, rate, fail, onFailure, refresh } = aWatch({ pollMs: 20 });
  rate(REEF, "never");
  await refresh();
  fail(new Error("locked"));
  await expect.poll(() => onFailure.mock.calls.length).toBeGreaterThan(1);
  expect(ratings.isShown(REEF, "moderate")).toBe(false);
  rate("https://a.example/2.jpg", "never");
  fail(null);
  await expect.poll(() => ratings.isShown("https://a.example/2.jpg", "moderate")).toBe(false);
});

test("the library is updated again after a failure, and again after a while", async () => {
  const { follow, rate, onFailure, refresh } = aWatch({ pollMs: 20, repeatMs: 100 });
  follow.mockRejectedValueOnce(new Error("the library is locked"));
  rate("lib:barn", "never");
  await refresh();
  expect(onFailure).toHaveBeenCalledOnce();
  await expect.poll(() => follow.mock.calls.length).toBeGreaterThanOrEqual(3);
});

function stopTime(): void {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
}

test("another process's rating is in effect within five seconds", async () => {
  stopTime();
  const { ratings, rate, refresh } = aWatch();
  await refresh();
  rate(REEF, "never");
  await vi.advanceTimersByTimeAsync(5_000);
  expect(ratings.isShown(REEF, "moderate")).toBe(false);
});

test("a stopped watch reads and reports nothing", async () => {
  stopTime();
  const { stop, rate, fail, onFailure, refresh, follow } = aWatch();
  await refresh();
  stop();
  fail(new Error("closed"));
  rate("lib:barn", "never");
  await vi.advanceTimersByTimeAsync(120_000);
  expect([follow.mock.calls.length, onFailure.mock.calls.length]).toEqual([0, 0]);
});
