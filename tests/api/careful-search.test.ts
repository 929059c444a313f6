import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { searchCacheKey } from "@/lib/gallery/answer-cache";
import { stateSettingsOf } from "@/lib/gallery/paid-search";
import { openState } from "@/lib/state/open-state";
import { openDatabase } from "@/lib/state/sqlite/database";
import { mapOperations } from "@/lib/state/state-parts";
import { aSearch, aSearchEnd } from "@/tests/support/databases/searches";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";
import { latch } from "@/tests/support/latch";
import { fixtureOfFile } from "@/tests/support/servers/fixture-of-file";
import {
  aQuery,
  createTestClock,
  type PaidGallery,
  SPENDING,
  startPaidGallery,
} from "@/tests/support/servers/paid-gallery";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const START_MS = Date.UTC(2026, 10, 10, 9);

const fixture = await fixtureOfFile();
let started: PaidGallery[] = [];
const clocks = new Map<string, ReturnType<typeof createTestClock>>();

beforeEach(() => {
  vi.useFakeTimers({ now: START_MS, toFake: ["Date", "performance"] });
});

afterEach(async () => {
  vi.useRealTimers();
  for (const gallery of started.splice(0)) await gallery.stop();
  started = [];
  for (const clock of clocks.values()) clock.close();
  clocks.clear();
});

/** `isLost`: the store uses the machine's time, because it cannot be written. */
function start(
  options: Partial<Parameters<typeof startPaidGallery>[0]> = {},
  { isLost = false } = {},
): PaidGallery {
  const { dataDir = temporaryFolder() } = options;
  if (!isLost && !clocks.has(dataDir)) clocks.set(dataDir, createTestClock(dataDir, Date.now()));
  const gallery = startPaidGallery({
    url: fixture.baseUrl,
    key: fixture.key,
    ...options,
    dataDir,
  });
  started.push(gallery);
  return gallery;
}

async function pass(ms: number): Promise<void> {
  vi.advanceTimersByTime(ms);
  for (const clock of clocks.values()) await clock.pass(ms);
}

describe("a cached answer", () => {
  test("the first search costs one search, repeating it none, and both answers say so", async () => {
    const gallery = start();
    const first = await gallery.search();
    expect(first).toMatchObject({
      from: "service",
      searchesUsed: 1,
      ageSeconds: 0,
      totalCount: 4,
      heldCount: 4,
      staleReason: null,
      searchOffer: { refusal: null, budget: { limit: 250, used: 1 } },
    });
    await pass(20 * MINUTE_MS);
    const again = await gallery.search();
    expect(again).toMatchObject({ from: "cache", searchesUsed: 0, ageSeconds: 1200 });
    expect(again.images).toEqual(first.images);
    expect(again.answeredAt).toBe(first.answeredAt);
    expect(fixture.searches).toHaveLength(1);
  });

  test("a restart costs nothing", async () => {
    const dataDir = temporaryFolder();
    await start({ dataDir }).search();
    expect(await start({ dataDir }).search()).toMatchObject({ from: "cache", searchesUsed: 0 });
    expect(fixture.searches).toHaveLength(1);
  });

  test("is requested again once it has expired", async () => {
    const gallery = start();
    await gallery.search();
    await pass(40 * MINUTE_MS);
    expect(await gallery.search()).toMatchObject({ from: "service", ageSeconds: 0 });
    expect(fixture.searches).toHaveLength(2);
  });

  test("with a larger count serves a smaller count, unless that is switched off", async () => {
    const gallery = start();
    await gallery.search({ q: "a", count: 50 });
    const narrowed = await gallery.search({ q: "a", count: 10 });
    expect(narrowed).toMatchObject({ heldCount: 41, from: "cache", searchesUsed: 0 });
    expect(narrowed.images).toHaveLength(10);
    const exact = start({ spending: { hasNarrowing: false } });
    await exact.search({ q: "a", count: 50 });
    expect(await exact.search({ q: "a", count: 10 })).toMatchObject({ from: "service" });
  });

  test("if a search asks for the maximum, more of the same answer is free", async () => {
    const gallery = start({ spending: { asksMost: true, hasNarrowing: false } });
    const value = Array.from({ length: 100 }, (_, i) => ({ imageUrl: `https://a.example/${i}` }));
    fixture.answerTo("most", { body: { value } });
    const first = await gallery.search({ q: "most", count: 10 });
    expect(first).toMatchObject({ from: "service", searchesUsed: 1, heldCount: 100 });
    expect(first.images).toHaveLength(10);
    expect(fixture.searches[0]?.target).toContain("count=100");
    const more = await gallery.search({ q: "most", count: 24 });
    expect(more).toMatchObject({ from: "cache", searchesUsed: 0, heldCount: 100 });
    expect(more.images.slice(0, 10)).toEqual(first.images);
    const cached = await gallery.cached.find(aQuery({ q: "most", count: 24 }));
    expect(cached).toMatchObject({ isFresh: true, answer: { heldCount: 100 } });
    expect(cached?.answer.images).toEqual(more.images);
    expect(fixture.searches).toHaveLength(1);
  });

  test("says how many images exist if the service sent fewer than requested", async () => {
    const gallery = start();
    const value = Array.from({ length: 12 }, (_, i) => ({ imageUrl: `https://a.example/${i}` }));
    fixture.answerTo("dozen", { body: { value: [...value, {}] } });
    expect(await gallery.search({ q: "dozen", count: 24 })).toMatchObject({ totalCount: 12 });
    expect(await gallery.search({ q: "dozen", count: 10 })).toMatchObject({ totalCount: 12 });
    fixture.answerTo("twelve", { body: { value } });
    expect(await gallery.search({ q: "twelve", count: 12 })).toMatchObject({ totalCount: null });
  });

  test("an empty answer or a refused search costs one search in five minutes", async () => {
    const gallery = start();
    fixture.answerTo("void", { body: { name: "void", value: [] } });
    fixture.answerTo("bad", { status: 422, body: { error: "No such words." } });
    for (let index = 0; index < 3; index += 1) {
      expect((await gallery.search({ q: "void" })).images).toEqual([]);
      await expect(gallery.search({ q: "bad" })).rejects.toMatchObject({
        code: "service_refused",
      });
    }
    expect(fixture.searches).toHaveLength(2);
    await pass(5 * MINUTE_MS);
    await gallery.search({ q: "void" });
    expect(fixture.searches).toHaveLength(3);
  });

  test("an answer with unusable items only is a failure, and is not cached", async () => {
    const gallery = start();
    fixture.answerWith({ body: { value: [{ imageUrl: "javascript:alert(1)" }] } });
    await expect(gallery.search()).rejects.toMatchObject({ code: "service_answer_unreadable" });
    fixture.answerWith(null);
    await pass(1);
    expect((await gallery.search()).images.length).toBeGreaterThan(0);
  });
});

describe("searching again", () => {
  test("calls the service despite a cached answer, but only once for a double click", async () => {
    const gallery = start();
    await gallery.search();
    await pass(MINUTE_MS);
    expect(await gallery.search({}, { isAgain: true })).toMatchObject({
      from: "service",
      searchesUsed: 1,
      ageSeconds: 0,
    });
    await pass(5000);
    expect(await gallery.search({}, { isAgain: true })).toMatchObject({ from: "cache" });
    expect(fixture.searches).toHaveLength(2);
  });

  test("when it fails, the cached answer is served with the reason", async () => {
    const gallery = start();
    await gallery.search();
    await pass(MINUTE_MS);
    fixture.answerWith({ status: 500 });
    expect(await gallery.search({}, { isAgain: true })).toMatchObject({
      from: "stale",
      staleReason: "service_failed",
      ageSeconds: 60,
    });
  });
});

describe("concurrent searches", () => {
  test("a thousand equal searches with an empty cache make one call", async () => {
    const gallery = start();
    fixture.answerTo("crowd", {
      delayMs: 150,
      body: { value: [{ imageUrl: "https://a.example/1" }] },
    });
    const answers = await Promise.all(
      Array.from({ length: 1000 }, () => gallery.search({ q: "crowd" })),
    );
    expect(fixture.searches).toHaveLength(1);
    expect(answers.reduce((sum, { searchesUsed }) => sum + searchesUsed, 0)).toBe(1);
  });

  test("in two processes with one store, they also make one call", async () => {
    const dataDir = temporaryFolder();
    const galleries = [start({ dataDir }), start({ dataDir })];
    fixture.answerTo("crowd", {
      delayMs: 150,
      body: { value: [{ imageUrl: "https://a.example/1" }] },
    });
    const answers = await Promise.all(
      Array.from({ length: 1000 }, (_, index) =>
        (galleries[index % 2] as PaidGallery).search({ q: "crowd" }),
      ),
    );
    expect(fixture.searches).toHaveLength(1);
    expect(answers.reduce((sum, { searchesUsed }) => sum + searchesUsed, 0)).toBe(1);
    expect(galleries.flatMap(({ lost }) => lost)).toEqual([]);
  });

  test("a failure across two processes is one call too, and reaches every waiter", async () => {
    const dataDir = temporaryFolder();
    const galleries = [start({ dataDir }), start({ dataDir })];
    // Starts each thread first, so that all searches are under way before the call fails.
    for (const { budget } of galleries) await budget.status();
    fixture.answerTo("crowd", { delayMs: 2_000, status: 500, body: { error: "Sorry." } });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, (_, index) =>
        (galleries[index % 2] as PaidGallery).search({ q: "crowd" }),
      ),
    );
    expect(fixture.searches).toHaveLength(1);
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({ reason: { code: "service_failed" } });
    }
    // The service's text stays in the calling process, because it may repeat a visitor's query.
    const said = outcomes.map((outcome) => (outcome as PromiseRejectedResult).reason.serviceSaid);
    expect(new Set(said)).toEqual(new Set(["Sorry.", undefined]));
  });

  test("a visitor who leaves does not end the call, and its answer is cached", async () => {
    const gallery = start();
    const { opened, open } = latch();
    fixture.answerTo("slow", {
      until: opened,
      body: { value: [{ imageUrl: "https://a.example/1" }] },
    });
    const leaving = new AbortController();
    const left = gallery.search({ q: "slow" }, { signal: leaving.signal });
    const search = await fixture.nextSearch();
    leaving.abort(new Error("gone"));
    await expect(left).rejects.toThrow("gone");
    const again = gallery.search({ q: "slow" });
    open();
    expect(await again).toMatchObject({ searchesUsed: 0 });
    expect(await search.hasLeft).toBe(false);
    expect(fixture.searches).toHaveLength(1);
  });
});

describe("the budget", () => {
  test("after the day's share, new searches are refused until tomorrow, and cached answers are served", async () => {
    const gallery = start({ spending: { monthlySearches: 10 } });
    for (const q of ["sea", "barn"]) await gallery.search({ q });
    await expect(gallery.search({ q: "night" })).rejects.toMatchObject({
      code: "budget_day_spent",
      retryAfterSeconds: 15 * 3600,
    });
    expect(await gallery.search({ q: "sea" })).toMatchObject({ from: "cache" });
    await pass(2 * HOUR_MS);
    expect(await gallery.search({ q: "sea" })).toMatchObject({
      from: "stale",
      staleReason: "budget_day_spent",
      searchOffer: { refusal: { code: "budget_day_spent" }, budget: { limit: 10, used: 2 } },
    });
    await pass(13 * HOUR_MS);
    expect(await gallery.search({ q: "night" })).toMatchObject({ from: "service" });
  });

  test("a call that was not sent does not count", async () => {
    const gallery = start({ url: "http://127.0.0.1:9" });
    await expect(gallery.search()).rejects.toMatchObject({ code: "service_unreachable" });
    expect(await gallery.budget.status()).toEqual({ limit: 250, used: 0 });
    expect(gallery.calls).toEqual(["service_unreachable", "service_unreachable"]);
  });

  test("a call that failed after it was sent counts, and is not retried", async () => {
    const gallery = start();
    fixture.answerWith({ status: 503 });
    await expect(gallery.search()).rejects.toMatchObject({ code: "service_failed" });
    expect(await gallery.budget.status()).toEqual({ limit: 250, used: 1 });
    expect(fixture.searches).toHaveLength(1);
  });

  test("if the store is lost after the start, nothing is sent and cached answers are served", async () => {
    const dataDir = temporaryFolder();
    const gallery = start({ dataDir });
    await gallery.search({ q: "sea" });
    await pass(6000);
    const database = openDatabase(join(dataDir, "vitrine.db"));
    database.exec("DROP TABLE spent_days");
    database.close();
    expect(await gallery.search({ q: "sea" })).toMatchObject({ from: "cache" });
    await pass(HOUR_MS);
    expect(await gallery.search({ q: "sea" })).toMatchObject({
      from: "stale",
      staleReason: "budget_unknown",
      ageSeconds: 3606,
    });
    for (let index = 0; index < 5; index += 1) {
      await expect(gallery.search({ q: `new ${index}` })).rejects.toMatchObject({
        code: "budget_unknown",
      });
    }
    expect(fixture.searches).toHaveLength(1);
    expect(new Set(gallery.lost)).toEqual(new Set(["find", "requestLease", "searchOffer"]));
  });

  test("a store that does not answer delays a fresh answer by a second, and a page by three", async () => {
    const dataDir = temporaryFolder();
    const state = openState({ dataDir });
    let isSilent = false;
    const silenced = {
      ...state,
      searches: (settings: Parameters<typeof state.searches>[0]) =>
        mapOperations(
          state.searches(settings),
          (_, run) =>
            (...inputs) =>
              isSilent ? new Promise(() => {}) : run(...inputs),
        ),
    };
    const gallery = start({ dataDir, state: silenced });
    await gallery.search({ q: "sea" });
    await pass(6000);
    isSilent = true;
    expect(await gallery.search({ q: "sea" })).toMatchObject({ from: "cache", searchesUsed: 0 });
    expect(await gallery.search({ q: "sea" }, { mayPay: false })).toMatchObject({ from: "cache" });
    expect(await gallery.searchOffer("visitor")).toMatchObject({
      refusal: { code: "budget_unknown" },
      budget: null,
    });
  });

  test("a locked store delays no cached answer, and the budget is not exceeded", async () => {
    const dataDir = temporaryFolder();
    const gallery = start({ dataDir });
    await gallery.search({ q: "before" });
    await pass(6000);
    const writer = openDatabase(join(dataDir, "vitrine.db"));
    writer.exec("BEGIN IMMEDIATE");
    const searches = [0, 1, 2, 3].map((index) => gallery.search({ q: `new ${index}` }));
    const outcomes = Promise.allSettled(searches);
    // This is answered while the others wait for the lock.
    const first = Promise.race([outcomes, gallery.search({ q: "before" })]);
    expect(await first).toMatchObject({ from: "cache" });
    for (const outcome of await outcomes) {
      expect(outcome).toMatchObject({ reason: { code: "budget_unknown" } });
    }
    writer.exec("COMMIT");
    writer.close();
    expect(await gallery.search({ q: "after" })).toMatchObject({
      from: "service",
      searchOffer: { budget: { limit: 250, used: 2 } },
    });
    expect(fixture.searches).toHaveLength(2);
  });

  test("with a data folder that is not writable from the start, nothing is sent", async () => {
    const gallery = start({ dataDir: "/dev/null/nowhere" }, { isLost: true });
    await expect(gallery.search()).rejects.toMatchObject({ code: "budget_unknown" });
    expect(fixture.searches).toHaveLength(0);
  });
});

describe("visitors", () => {
  test("ten thousand new searches by one visitor send at most sixty calls", async () => {
    const gallery = start({
      spending: { visitorPerMinute: 30, visitorPerDay: 60, monthlySearches: 10_000 },
    });
    const codes = new Map<string, number>();
    for (let index = 0; index < 1000; index += 1) {
      const outcome = await gallery.search({ q: `word ${index}` }, { visitor: "bot" }).then(
        () => "answer",
        ({ code }) => code as string,
      );
      codes.set(outcome, (codes.get(outcome) ?? 0) + 1);
      await pass(10_000);
    }
    expect(codes.get("answer")).toBe(60);
    expect(fixture.searches).toHaveLength(60);
    expect(codes.get("visitor_day_spent")).toBe(940);
    expect(await gallery.search({ q: "person" }, { visitor: "person" })).toMatchObject({
      from: "service",
    });
  });

  test("a burst is refused after thirty searches in a minute, with Retry-After", async () => {
    const gallery = start({
      spending: { visitorPerMinute: 30, visitorPerDay: 60, monthlySearches: 10_000 },
    });
    for (let index = 0; index < 30; index += 1) await gallery.search({ q: `word ${index}` });
    await expect(gallery.search({ q: "one more" })).rejects.toMatchObject({
      code: "rate_limited",
      retryAfterSeconds: 60,
    });
    for (let index = 0; index < 30; index += 1) {
      expect(await gallery.search({ q: `word ${index}` })).toMatchObject({ from: "cache" });
    }
    expect(fixture.searches).toHaveLength(30);
  });

  test("a sent search counts, even if it failed", async () => {
    const gallery = start({ spending: { visitorPerDay: 2 } });
    fixture.answerWith({ status: 500 });
    for (let index = 0; index < 2; index += 1) {
      await expect(gallery.search({ q: `word ${index}` })).rejects.toMatchObject({
        code: "service_failed",
      });
    }
    await expect(gallery.search({ q: "one more" })).rejects.toMatchObject({
      code: "visitor_day_spent",
    });
  });

  test("a sent search counts, even if the visitor left before the answer", async () => {
    const gallery = start({ spending: { visitorPerDay: 2 } });
    fixture.answerWith({ delayMs: 50 });
    for (let index = 0; index < 2; index += 1) {
      const leaving = new AbortController();
      const left = gallery.search({ q: `word ${index}` }, { signal: leaving.signal });
      await expect.poll(() => fixture.searches.length).toBe(index + 1);
      leaving.abort(new Error("gone"));
      await expect(left).rejects.toThrow("gone");
    }
    await expect(gallery.search({ q: "one more" })).rejects.toMatchObject({
      code: "visitor_day_spent",
    });
  });

  test("a search that was never sent is refunded", async () => {
    const gallery = start({ spending: { visitorPerDay: 2, monthlySearches: 1 } });
    await gallery.search();
    for (let index = 0; index < 4; index += 1) {
      await expect(gallery.search({ q: `word ${index}` })).rejects.toMatchObject({
        code: "budget_month_spent",
      });
    }
  });
});

describe("a visitor who shares a call", () => {
  const body = { value: [{ imageUrl: "https://a.example/1" }] };

  /** Holds the lease of a query, as another process does, until `release`. */
  async function holdLease(dataDir: string, q: string) {
    const remote = { url: fixture.baseUrl, key: fixture.key, keyHeader: "x-api-key" } as const;
    const state = openState({ dataDir, databaseUrl: null });
    const searches = state.searches(stateSettingsOf(remote, SPENDING));
    const keys = searchCacheKey(aQuery({ q }), fixture.baseUrl);
    const holder = "another process";
    await searches.requestLease(aSearch({ ...keys, holder, leaseMs: HOUR_MS }));
    return {
      async release(): Promise<void> {
        await searches.finish(aSearchEnd({ key: keys.key, holder }));
        await state.close();
      },
    };
  }

  async function remainingOf(gallery: PaidGallery, visitor: string): Promise<number> {
    for (let used = 0; ; used += 1) {
      const asked = gallery.search({ q: `${visitor} ${used}` }, { visitor });
      const hasAnswer = await asked.then(
        () => true,
        () => false,
      );
      if (!hasAnswer) return used;
    }
  }

  /**
   * Sends searches of two visitors; the first, whose request starts the call, leaves before it
   * begins.
   */
  async function startThenLeave(gallery: PaidGallery, dataDir: string) {
    const lease = await holdLease(dataDir, "shared");
    const leaving = new AbortController();
    const first = gallery.search({ q: "shared" }, { visitor: "first", signal: leaving.signal });
    await expect.poll(gallery.pendingCount).toBe(1);
    const second = gallery.search({ q: "shared" }, { visitor: "second" });
    leaving.abort(new Error("gone"));
    await expect(first).rejects.toThrow("gone");
    const [answer] = await Promise.all([second, lease.release()]);
    return answer;
  }

  test("and leaves before it starts is charged if the search is sent", async () => {
    const dataDir = temporaryFolder();
    const gallery = start({ dataDir, spending: { visitorPerDay: 2 } });
    await gallery.search({ q: "before" }, { visitor: "other" });
    fixture.answerTo("shared", { body });
    await startThenLeave(gallery, dataDir);
    expect(await remainingOf(gallery, "first")).toBe(1);
    expect(await remainingOf(gallery, "second")).toBe(2);
  });

  test("and leaves before it starts is refunded once if nothing is sent", async () => {
    const dataDir = temporaryFolder();
    const gallery = start({ dataDir, spending: { visitorPerDay: 1, monthlySearches: 10 } });
    for (const visitor of ["other", "another"]) await gallery.search({ q: visitor }, { visitor });
    await expect(startThenLeave(gallery, dataDir)).rejects.toMatchObject({
      code: "budget_day_spent",
    });
    // The next day in UTC, but within a day of the visitors' first search.
    await pass(16 * HOUR_MS);
    expect(await remainingOf(gallery, "first")).toBe(1);
    expect(await remainingOf(gallery, "second")).toBe(1);
  });
});

describe("answers", () => {
  test("have at most the requested number of images, even if the service sends more", async () => {
    const gallery = start();
    const value = Array.from({ length: 200 }, (_, index) => ({
      imageUrl: `https://a.example/${index}.jpg`,
    }));
    fixture.answerTo("many", { body: { value } });
    const answer = await gallery.search({ q: "many", count: 24 });
    expect([answer.images.length, answer.droppedCount]).toEqual([24, 0]);
    expect(answer.images.at(-1)?.imageUrl).toBe("https://a.example/23.jpg");
    expect((await gallery.search({ q: "many", count: 24 })).images).toHaveLength(24);
  });

  test("that are expired or empty do not hide a fresh answer", async () => {
    const gallery = start();
    const q = "hidden";
    fixture.answerTo(q, { body: { value: [{ imageUrl: "https://a.example/1" }] } });
    await gallery.search({ q, count: 50 });
    await pass(MINUTE_MS);
    fixture.answerTo(q, { body: { value: [] } });
    await gallery.search({ q, count: 100 });
    await pass(6 * MINUTE_MS);
    expect(await gallery.search({ q, count: 10 })).toMatchObject({ from: "cache", heldCount: 1 });
    expect(fixture.searches).toHaveLength(2);
  });
});

test("during an hour without the service, cached answers are served with their age and new searches fail; then a probe resumes the calls", async () => {
  const dataDir = temporaryFolder();
  const gallery = start({ dataDir, spending: { monthlySearches: 10_000 } });
  for (const q of ["sea", "barn", "night"]) await gallery.search({ q });
  fixture.answerWith({ status: 503, body: "<html>down</html>" });
  const shown = { cache: 0, stale: 0 };
  for (let minute = 0; minute < 60; minute += 1) {
    await pass(MINUTE_MS);
    for (const q of ["sea", "barn", "night"]) {
      const answer = await gallery.search({ q });
      expect(answer.ageSeconds).toBe((minute + 1) * 60);
      expect(answer.staleReason).toBe(answer.from === "stale" ? "service_failed" : null);
      shown[answer.from as "cache" | "stale"] += 1;
    }
    await expect(gallery.search({ q: `new ${minute}` })).rejects.toMatchObject({
      code: "service_failed",
    });
  }
  expect(shown.cache).toBeGreaterThan(70);
  expect(shown.stale).toBeGreaterThan(70);
  expect(gallery.breaker.state()).toBe("open");
  expect(fixture.searches.length - 3).toBeLessThanOrEqual(13);

  fixture.answerWith(null);
  const before = fixture.searches.length;
  await pass(15 * MINUTE_MS);
  expect(await gallery.search({ q: "sea" })).toMatchObject({ from: "service", staleReason: null });
  expect(gallery.breaker.state()).toBe("closed");
  expect(fixture.searches.length).toBe(before + 1);
  expect(await gallery.budget.status()).toMatchObject({ used: fixture.searches.length });
});
