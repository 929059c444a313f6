import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decideSpending } from "@/lib/core/limits/budget-pacing";
import type {
  LeaseRequest,
  SearchEnd,
  SearchState,
  SearchStateSettings,
} from "@/lib/state/search-state";
import { aSearch, aSearchEnd, SEARCH_SETTINGS } from "@/tests/support/databases/searches";
import { IMPLEMENTATIONS } from "./implementations";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const START_MS = Date.UTC(2026, 10, 10, 9);

const LEASE_MS = 30_000;

const search = (changes: Partial<LeaseRequest> = {}) => aSearch({ leaseMs: LEASE_MS, ...changes });

const answer = (changes: Partial<NonNullable<SearchEnd["answer"]>> = {}) => ({
  family: "f",
  count: 24,
  freshMs: 30 * MINUTE_MS,
  keepMs: DAY_MS,
  body: '{"images":[]}',
  ...changes,
});

const KEY_REFUSED = { code: "service_key_refused", durationMs: 15 * MINUTE_MS, wasProbe: false };

describe.each(IMPLEMENTATIONS)("$name", ({ create, simulate }) => {
  /** Opens one store as several processes, with a function that sets its time. */
  async function processes(settings: Partial<SearchStateSettings> = {}) {
    const store = await simulate(START_MS);
    let nowMs = START_MS;
    const open = (changes: Partial<SearchStateSettings> = {}) =>
      store.open().searches({ ...SEARCH_SETTINGS, ...settings, ...changes });
    const pass = async (ms: number) => {
      nowMs += ms;
      await store.setTime(nowMs);
      return nowMs;
    };
    return { store, one: open(), other: open(), open, pass, setTime: store.setTime };
  }

  /** Acquires the lease of a search, and finishes the search. */
  async function keep(
    state: SearchState,
    changes: Partial<LeaseRequest>,
    ended: Partial<SearchEnd>,
  ) {
    const admitted = search(changes);
    expect(await state.requestLease(admitted)).toMatchObject({ outcome: "acquired" });
    return state.finish(aSearchEnd({ key: admitted.key, holder: admitted.holder, ...ended }));
  }

  test("the month's searches are listed by day, open reservations included", async () => {
    const { one, other, pass } = await processes();
    expect(await one.spentDays()).toMatchObject({ usage: { usedThisMonth: 0 }, days: [] });
    await one.reserve();
    const atMs = await pass(2 * DAY_MS);
    await one.reserve();
    await other.reserve();
    const day = Math.floor(START_MS / DAY_MS);
    expect(await other.spentDays()).toEqual({
      usage: { atMs, usedThisMonth: 3, usedToday: 2 },
      days: [
        { day, searches: 1 },
        { day: day + 2, searches: 2 },
      ],
    });
    await pass(30 * DAY_MS);
    expect(await one.spentDays()).toMatchObject({ usage: { usedThisMonth: 0 }, days: [] });
  });

  describe("recent searches", () => {
    test("fresh answers store their query if visitors share searches, newest first", async () => {
      const { one, other, pass } = await processes({ keepsQueries: true });
      await keep(one, { key: "a" }, { answer: answer({ query: "q=a", freshMs: HOUR_MS }) });
      await pass(MINUTE_MS);
      await keep(one, { key: "b" }, { answer: answer({ query: "q=b", freshMs: 5 * MINUTE_MS }) });
      await keep(one, { key: "c" }, { answer: answer() });
      const recent = async (countMax: number) =>
        (await other.recent(countMax)).answers.map(({ key, query }) => `${key} ${query}`);
      expect(await recent(5)).toEqual(["b q=b", "a q=a"]);
      expect(await recent(1)).toEqual(["b q=b"]);
      const atMs = await pass(5 * MINUTE_MS);
      expect(await recent(5)).toEqual(["a q=a"]);
      expect(await other.recent(1)).toMatchObject({
        nowMs: atMs,
        answers: [{ key: "a", count: 24, answeredAtMs: START_MS, body: answer().body }],
      });
      await pass(HOUR_MS);
      expect(await other.recent(5)).toMatchObject({ answers: [] });
    });

    test("without sharing no query is stored, and the next answer deletes stored queries", async () => {
      const { one, open } = await processes({ keepsQueries: true });
      const unshared = open({ keepsQueries: false });
      await keep(one, { key: "a" }, { answer: answer({ query: "q=a" }) });
      await keep(unshared, { key: "b" }, { answer: answer({ query: "q=b" }) });
      expect((await one.recent(5)).answers).toEqual([]);
      expect(await one.find(search({ key: "a", family: null }))).toMatchObject({ isFresh: true });
    });

    test("a failed search keeps the query of the previous answer", async () => {
      const { one } = await processes({ keepsQueries: true });
      await keep(one, {}, { answer: answer({ query: "q=a" }) });
      await one.finish(aSearchEnd({ failure: { code: "service_failed" } }));
      expect((await one.recent(5)).answers).toHaveLength(1);
    });

    test("a visitor's use of the day is counted until the window ends", async () => {
      const { one, other, pass } = await processes();
      const used = async () => (await other.searchOffer("v")).usedToday;
      expect(await used()).toBe(0);
      await keep(one, { visitor: "v" }, { answer: answer() });
      await keep(one, { visitor: "v", key: "k2" }, { answer: answer() });
      await keep(one, { visitor: "w", key: "k3" }, { answer: answer() });
      expect(await used()).toBe(2);
      expect((await other.searchOffer("v")).usage).toMatchObject({ usedToday: 0 });
      await pass(DAY_MS);
      expect(await used()).toBe(0);
    });
  });

  describe("answers", () => {
    test("an answer stored by one process is found by another, with every field", async () => {
      const { one, other } = await processes();
      const body = JSON.stringify({ name: "Ünïcødé 🦊" });
      await keep(one, {}, { answer: answer({ body }) });
      expect(await other.find(search())).toEqual({
        answer: {
          key: "k",
          count: 24,
          answeredAtMs: START_MS,
          freshUntilMs: START_MS + 30 * MINUTE_MS,
          keepUntilMs: START_MS + DAY_MS,
          body,
        },
        isFresh: true,
        isRefused: false,
        usage: { atMs: START_MS, usedThisMonth: 0, usedToday: 0 },
        nowMs: START_MS,
      });
      expect(await other.requestLease(search())).toMatchObject({
        outcome: "fresh",
        answer: { body },
      });
    });

    test("an answer is fresh until its lifetime ends, then stale, then gone", async () => {
      const { one, pass } = await processes();
      await keep(one, {}, { answer: answer() });
      await pass(30 * MINUTE_MS - 1);
      expect(await one.find(search())).toMatchObject({ isFresh: true });
      await pass(1);
      expect(await one.find(search())).toMatchObject({ isFresh: false, answer: { key: "k" } });
      await pass(DAY_MS - 30 * MINUTE_MS);
      expect(await one.find(search())).toMatchObject({ isFresh: false, answer: null });
    });

    test("an answer older than the caller allows is not fresh", async () => {
      const { one, pass } = await processes();
      await keep(one, {}, { answer: answer() });
      await pass(10_000);
      expect(await one.find(search({ ageMsMax: 10_000 }))).toMatchObject({ isFresh: true });
      expect(await one.find(search({ ageMsMax: 9_999 }))).toMatchObject({ isFresh: false });
    });

    test("a larger answer serves a smaller count, if the caller wants that", async () => {
      const { one } = await processes();
      await keep(one, { key: "k50" }, { answer: answer({ count: 50 }) });
      expect(await one.find(search({ count: 20 }))).toMatchObject({ answer: { key: "k50" } });
      for (const changes of [{ family: null }, { count: 50 }, { family: "g" }]) {
        expect(await one.find(search(changes))).toMatchObject({ answer: null });
      }
    });

    test("fresh before stale; among fresh answers the query's own, among stale answers the newer", async () => {
      const { one, pass } = await processes();
      const found = async () => (await one.find(search())).answer?.key;
      await one.finish(aSearchEnd({ key: "k50", answer: answer({ count: 50 }) }));
      await pass(MINUTE_MS);
      await one.finish(aSearchEnd({ answer: answer({ freshMs: 5 * MINUTE_MS }) }));
      await pass(MINUTE_MS);
      await one.finish(aSearchEnd({ key: "k99", answer: answer({ count: 99 }) }));
      expect(await found()).toBe("k");
      await pass(5 * MINUTE_MS);
      expect(await found()).toBe("k99");
      await pass(HOUR_MS);
      expect(await found()).toBe("k99");
    });

    test("an answer replaces the previous answer", async () => {
      const { one, pass } = await processes();
      await keep(one, {}, { answer: answer({ body: "[1]" }) });
      await pass(HOUR_MS);
      await keep(one, {}, { answer: answer({ body: "[2]" }) });
      expect((await one.find(search())).answer?.body).toBe("[2]");
    });

    test("a refused query is refused for its time, and never hides an answer", async () => {
      const { one, other, pass } = await processes();
      await keep(one, {}, { answer: answer() });
      await pass(HOUR_MS);
      await keep(one, {}, { refusedMs: 5 * MINUTE_MS });
      expect(await other.requestLease(search())).toMatchObject({
        outcome: "refused",
        isRefused: true,
        answer: { key: "k" },
      });
      expect(await other.requestLease(search({ ignoresRefusal: true, key: "k" }))).toMatchObject({
        outcome: "acquired",
      });
      await pass(5 * MINUTE_MS);
      expect(await other.find(search())).toMatchObject({ isRefused: false });
    });
  });

  describe("leases", () => {
    test("one of many processes acquires the lease; the others get pending and pay nothing", async () => {
      const { one, other } = await processes();
      const outcomes = await Promise.all(
        Array.from({ length: 30 }, (_, index) =>
          [one, other][index % 2]?.requestLease(search({ holder: `${index}`, visitor: "crowd" })),
        ),
      );
      const counts = outcomes.map((each) => each?.outcome).sort();
      expect(counts).toEqual(["acquired", ...Array(29).fill("pending")]);
      // Two of the visitor's three searches a minute are left.
      await keep(other, { key: "2", visitor: "crowd" }, {});
      await keep(other, { key: "3", visitor: "crowd" }, {});
      expect(await other.requestLease(search({ key: "4", visitor: "crowd" }))).toMatchObject({
        outcome: "limited",
      });
    });

    test("a lease expires by the store's time", async () => {
      const { one, other, pass } = await processes();
      await one.requestLease(search());
      await pass(LEASE_MS - 1);
      expect(await other.requestLease(search({ holder: "B" }))).toMatchObject({
        outcome: "pending",
      });
      await pass(1);
      expect(await other.requestLease(search({ holder: "B" }))).toMatchObject({
        outcome: "acquired",
      });
    });

    test("a holder that lost the lease cannot end it", async () => {
      const { one, other, pass } = await processes();
      await one.requestLease(search());
      await pass(LEASE_MS);
      await other.requestLease(search({ holder: "B" }));
      await one.finish(aSearchEnd());
      expect(await one.requestLease(search({ holder: "C" }))).toMatchObject({ outcome: "pending" });
      await pass(LEASE_MS);
      expect(await one.requestLease(search({ holder: "C" }))).toMatchObject({
        outcome: "acquired",
      });
    });

    test("a failure reaches the callers that waited for it, but no later callers", async () => {
      const { one, other, pass } = await processes();
      await one.requestLease(search());
      const { nowMs: waitingSinceMs } = await other.requestLease(search({ holder: "B" }));
      await pass(1000);
      const failure = { code: "service_failed", retryAfterSeconds: 7 };
      await one.finish(aSearchEnd({ failure }));
      await pass(1000);
      expect(await other.requestLease(search({ holder: "B", waitingSinceMs }))).toMatchObject({
        outcome: "failed",
        failure,
      });
      expect(
        await other.requestLease(search({ holder: "C", waitingSinceMs: waitingSinceMs + 1500 })),
      ).toMatchObject({ outcome: "acquired" });
    });

    test("after a call without a failure, a caller that waited may call", async () => {
      const { one, other } = await processes();
      await one.requestLease(search());
      const { nowMs: waitingSinceMs } = await other.requestLease(search({ holder: "B" }));
      await one.finish(aSearchEnd());
      expect(await other.requestLease(search({ holder: "B", waitingSinceMs }))).toMatchObject({
        outcome: "acquired",
      });
    });
  });

  describe("visitors", () => {
    const admitted = async (state: SearchState, visitor: string, times: number) => {
      const outcomes = [];
      for (let index = 0; index < times; index += 1) {
        const key = `${visitor} ${index} ${Math.random()}`;
        outcomes.push((await state.requestLease(search({ key, visitor }))).outcome);
      }
      return outcomes.filter((outcome) => outcome === "acquired").length;
    };

    test("each has a window of a minute and one of a day, over all processes", async () => {
      const { one, other, pass } = await processes();
      expect((await admitted(one, "v", 2)) + (await admitted(other, "v", 2))).toBe(3);
      expect(await admitted(one, "w", 1)).toBe(1);
      await pass(1500);
      expect(await one.requestLease(search({ key: "x", visitor: "v" }))).toMatchObject({
        outcome: "limited",
        limit: "minute",
        retryAfterSeconds: 59,
      });
      await pass(MINUTE_MS - 1500);
      expect(await admitted(one, "v", 9)).toBe(2);
      await pass(MINUTE_MS);
      expect(await other.requestLease(search({ key: "y", visitor: "v" }))).toMatchObject({
        outcome: "limited",
        limit: "day",
        retryAfterSeconds: 86_400 - 120,
      });
      await pass(DAY_MS - 2 * MINUTE_MS);
      expect(await admitted(one, "v", 9)).toBe(3);
    });

    test("a window that began while the clock was ahead does not last until then", async () => {
      const { one, setTime } = await processes();
      await setTime(START_MS + 30 * DAY_MS, { isJump: true });
      expect(await admitted(one, "v", 9)).toBe(3);
      await setTime(START_MS, { isJump: true });
      expect(await admitted(one, "v", 9)).toBe(3);
    });

    test("a refusal uses up nothing", async () => {
      const { one, pass } = await processes();
      expect(await admitted(one, "v", 20)).toBe(3);
      await pass(MINUTE_MS);
      expect(await admitted(one, "v", 20)).toBe(2);
    });

    test("a refund returns one unit of the day, and nothing of a past day", async () => {
      const { one, pass } = await processes({ visitorLimits: { perMinute: 99, perDay: 2 } });
      expect(await admitted(one, "v", 3)).toBe(2);
      await one.finish(aSearchEnd({ key: "no lease", refundedVisitor: "v" }));
      expect(await admitted(one, "v", 3)).toBe(1);
      await pass(DAY_MS);
      await one.finish(aSearchEnd({ key: "no lease", refundedVisitor: "v" }));
      expect(await admitted(one, "v", 5)).toBe(2);
    });
  });

  describe("pauses", () => {
    test("a pause holds for every process, and not for another key", async () => {
      const { one, other, open, pass } = await processes();
      await keep(one, {}, { pause: KEY_REFUSED });
      await pass(MINUTE_MS);
      const pause = {
        code: "service_key_refused",
        pausedUntilMs: START_MS + 15 * MINUTE_MS,
        durationMs: 15 * MINUTE_MS,
        retryAfterSeconds: 14 * 60,
      };
      expect(await other.pause()).toEqual(pause);
      expect(await other.requestLease(search())).toMatchObject({ outcome: "paused", pause });
      expect(await open({ fingerprint: "another" }).requestLease(search())).toMatchObject({
        outcome: "acquired",
      });
    });

    test("after a pause one of all callers is the probe, and the others wait for it", async () => {
      const { one, other, pass } = await processes();
      await keep(one, {}, { pause: KEY_REFUSED });
      await pass(15 * MINUTE_MS);
      expect(await one.pause()).toBeNull();
      const outcomes = await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          [one, other][index % 2]?.requestLease(search({ key: `${index}`, visitor: `${index}` })),
        ),
      );
      const probes = outcomes.filter((each) => each?.outcome === "acquired");
      expect(probes).toHaveLength(1);
      expect(probes[0]).toMatchObject({ probed: { durationMs: 15 * MINUTE_MS } });
      expect(await other.pause()).toMatchObject({ retryAfterSeconds: 15 });
      await pass(15_000);
      expect(await other.requestLease(search({ key: "next", visitor: "z" }))).toMatchObject({
        outcome: "acquired",
      });
    });

    test("a successful probe lifts it; a failed probe replaces its own claim", async () => {
      const { one, other, pass } = await processes();
      await keep(one, {}, { pause: KEY_REFUSED });
      await pass(15 * MINUTE_MS);
      await keep(
        one,
        {},
        { pause: { code: "service_rate_limited", durationMs: 1000, wasProbe: true } },
      );
      expect(await other.pause()).toMatchObject({ retryAfterSeconds: 1, durationMs: 1000 });
      await pass(1000);
      await keep(one, {}, { pause: "lift" });
      expect(await other.requestLease(search())).toMatchObject({
        outcome: "acquired",
        probed: null,
      });
    });

    test("of two pauses the later end counts, and an operator can lift it", async () => {
      const { one, other } = await processes();
      await one.finish(aSearchEnd({ pause: KEY_REFUSED }));
      const short = { code: "service_rate_limited", durationMs: 1000, wasProbe: false };
      await other.finish(aSearchEnd({ pause: short }));
      expect(await one.pause()).toMatchObject({ code: "service_key_refused" });
      await other.lift();
      expect(await one.pause()).toBeNull();
    });
  });

  describe("the order of decisions", () => {
    test("fresh, refused, failed, pending, suspended, limited", async () => {
      const { one, pass } = await processes({ visitorLimits: { perMinute: 1, perDay: 99 } });
      const outcome = async (changes: Partial<LeaseRequest> = {}) =>
        (await one.requestLease(search({ holder: "B", ...changes }))).outcome;
      // All states at once: limited, suspended, pending, failed, refused and fresh.
      await one.requestLease(search());
      expect(await outcome({ key: "other" })).toBe("limited");
      await one.finish(aSearchEnd({ key: "elsewhere", pause: KEY_REFUSED }));
      expect(await outcome({ key: "other" })).toBe("paused");
      expect(await outcome()).toBe("pending");
      await one.finish(
        aSearchEnd({ failure: { code: "service_failed" }, refusedMs: 5 * MINUTE_MS }),
      );
      expect(await outcome({ waitingSinceMs: START_MS, ignoresRefusal: true })).toBe("failed");
      expect(await outcome({ waitingSinceMs: START_MS })).toBe("refused");
      await one.finish(aSearchEnd({ answer: answer() }));
      expect(await outcome({ waitingSinceMs: START_MS })).toBe("fresh");
      await pass(30 * MINUTE_MS);
      expect(await outcome()).toBe("acquired");
    });
  });

  describe("the budget", () => {
    const grant = async (state: SearchState) => {
      const reserved = await state.reserve();
      if (!reserved.isGranted) throw new Error(reserved.reason);
      return reserved.id;
    };
    const used = async (state: SearchState) => {
      const { usedThisMonth, usedToday } = await state.usage();
      return [usedThisMonth, usedToday];
    };

    test("a reservation counts at once, for every process and each service alone", async () => {
      const { one, other, open } = await processes();
      expect(await one.reserve()).toEqual({
        isGranted: true,
        id: expect.any(String),
        usage: { atMs: START_MS, usedThisMonth: 1, usedToday: 1 },
      });
      expect(await used(other)).toEqual([1, 1]);
      expect(await used(open({ service: "https://other.example" }))).toEqual([0, 0]);
    });

    test("deciding and reserving are one step over all processes", async () => {
      const { one, other } = await processes({ budget: { limit: 25, isPaced: false } });
      const outcomes = await Promise.all(
        Array.from({ length: 60 }, (_, index) => [one, other][index % 2]?.reserve()),
      );
      expect(outcomes.filter((each) => each?.isGranted)).toHaveLength(25);
      expect(await used(one)).toEqual([25, 25]);
    });

    test("a search that was not sent is released once, a sent search never", async () => {
      const { one, other } = await processes();
      const id = await grant(one);
      for (let times = 0; times < 2; times += 1) {
        await other.finish(aSearchEnd({ reservation: { id, wasSent: false } }));
        expect(await used(one)).toEqual([0, 0]);
      }
      const sent = await grant(one);
      await one.finish(aSearchEnd({ reservation: { id: sent, wasSent: true } }));
      const { usage } = await one.finish(aSearchEnd({ reservation: { id: sent, wasSent: false } }));
      expect(usage).toMatchObject({ usedThisMonth: 1, usedToday: 1 });
    });

    test("a refusal names the limit, and the time until it ends", async () => {
      const { one, open, pass } = await processes({ budget: { limit: 10, isPaced: true } });
      await pass(15 * HOUR_MS - 5000);
      for (let times = 0; times < 2; times += 1) await grant(one);
      expect(await one.reserve()).toEqual({
        isGranted: false,
        reason: "day",
        retryAfterSeconds: 5,
        usage: { atMs: START_MS + 15 * HOUR_MS - 5000, usedThisMonth: 2, usedToday: 2 },
      });
      expect(await open({ budget: { limit: 2, isPaced: true } }).reserve()).toMatchObject({
        reason: "month",
      });
    });

    test("a month and its days grant what decideSpending allows", async () => {
      const { store, pass } = await processes();
      const states = [store.open(), store.open()];
      let run = 0;
      const command = fc.oneof(
        fc.constant("reserve" as const),
        fc.constant("reserve" as const),
        fc.constant("release" as const),
        fc.integer({ min: 1, max: 40 }),
      );
      const commands = fc.array(command, { maxLength: 25 });
      const limits = fc.integer({ min: 0, max: 12 });
      await fc.assert(
        fc.asyncProperty(commands, fc.boolean(), limits, async (each, isPaced, limit) => {
          const budget = { limit, isPaced };
          run += 1;
          const service = `run ${run}`;
          const views = states.map((state) =>
            state.searches({ ...SEARCH_SETTINGS, service, budget }),
          );
          const granted: string[] = [];
          let nowMs = await pass(0);
          for (const [index, command] of each.entries()) {
            const state = views[index % 2] as SearchState;
            if (typeof command === "number") nowMs = await pass(command * HOUR_MS);
            const before = await state.usage();
            const id = command === "release" ? granted.pop() : undefined;
            if (id !== undefined) {
              const { usage } = await state.finish(
                aSearchEnd({ reservation: { id, wasSent: false } }),
              );
              expect(before.usedThisMonth - usage.usedThisMonth).toBeLessThanOrEqual(1);
            }
            if (command !== "reserve") continue;
            const verdict = decideSpending(before, budget, nowMs);
            const reserved = await state.reserve();
            expect(reserved).toMatchObject(
              verdict.isAllowed
                ? {
                    isGranted: true,
                    usage: {
                      usedThisMonth: before.usedThisMonth + 1,
                      usedToday: before.usedToday + 1,
                    },
                  }
                : {
                    isGranted: false,
                    reason: verdict.reason,
                    retryAfterSeconds: verdict.retryAfterSeconds,
                  },
            );
            if (reserved.isGranted) granted.push(reserved.id);
          }
        }),
        { numRuns: 25 },
      );
    });

    test("days and months turn in UTC", async () => {
      const { one, setTime } = await processes();
      await setTime(Date.UTC(2027, 1, 28, 23, 59, 59, 999));
      for (let times = 0; times < 3; times += 1) await grant(one);
      await setTime(Date.UTC(2027, 2, 1));
      expect(await used(one)).toEqual([0, 0]);
      await grant(one);
      await setTime(Date.UTC(2027, 2, 2));
      expect(await used(one)).toEqual([1, 0]);
    });

    test("a clock that goes back reopens neither the day nor the month", async () => {
      const { one, open, setTime } = await processes({ budget: { limit: 1, isPaced: false } });
      await grant(one);
      await setTime(START_MS - 40 * DAY_MS, { isJump: true });
      for (const state of [one, open()]) {
        expect(await state.reserve()).toMatchObject({ isGranted: false, reason: "month" });
      }
    });

    test("a clock that jumps ahead starts the next month only after ten minutes", async () => {
      const { one, setTime } = await processes({ budget: { limit: 1, isPaced: false } });
      await grant(one);
      const aheadMs = START_MS + 60 * DAY_MS;
      await setTime(aheadMs, { isJump: true });
      expect(await one.reserve()).toMatchObject({ isGranted: false, reason: "month" });
      await setTime(aheadMs + 9 * MINUTE_MS);
      expect(await one.reserve()).toMatchObject({ isGranted: false, reason: "month" });
      await setTime(aheadMs + 11 * MINUTE_MS);
      expect(await one.reserve()).toMatchObject({ isGranted: true });
    });

    test("searches counted while the clock was ahead can be moved to today", async () => {
      const { one, open, setTime } = await processes();
      for (let times = 0; times < 2; times += 1) await grant(one);
      await setTime(START_MS + 400 * DAY_MS, { isJump: true });
      const ahead = open();
      const id = await grant(ahead);
      await setTime(START_MS + DAY_MS, { isJump: true });
      const mending = open();
      expect(await used(mending)).toEqual([1, 1]);
      expect(await mending.mendClock()).toBe(1);
      expect(await used(mending)).toEqual([3, 1]);
      await mending.finish(aSearchEnd({ reservation: { id, wasSent: false } }));
      expect(await used(mending)).toEqual([3, 1]);
    });
  });

  describe("the store", () => {
    test("all data survives the process that wrote it", async () => {
      const store = await create();
      const first = store.open();
      const state = first.searches(SEARCH_SETTINGS);
      await keep(state, {}, { answer: answer() });
      await state.reserve();
      await first.close();
      const again = store.open().searches(SEARCH_SETTINGS);
      expect(await again.requestLease(search())).toMatchObject({
        outcome: "fresh",
        usage: { usedThisMonth: 1 },
      });
    });

    test("the check passes, and the tables have the newest version", async () => {
      const state = (await create()).open();
      await expect(state.check()).resolves.toBeUndefined();
      const { isSound, text } = await state.examine();
      expect(isSound).toBe(true);
      expect(text).toMatch(/version (\d+), and this program knows version \1$/);
    });

    test("processes that start together all find the tables", async () => {
      const store = await create();
      const states = Array.from({ length: 4 }, () => store.open().searches(SEARCH_SETTINGS));
      const found = await Promise.all(states.map((state) => state.find(search())));
      expect(found.map(({ answer: each }) => each)).toEqual(Array(4).fill(null));
    });
  });
});
