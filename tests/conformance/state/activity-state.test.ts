import { describe, expect, test } from "vitest";
import type { ActivityCount } from "@/lib/contract/console";
import { IMPLEMENTATIONS } from "./implementations";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** A time in the middle of a slice of five minutes, and of an hour. */
const START_MS = Date.UTC(2026, 10, 10, 9, 32, 10);

const HOUR = { sliceMinutes: 5, sliceCount: 12 } as const;
const DAY = { sliceMinutes: 60, sliceCount: 24 } as const;

const pages = (count: number): ActivityCount => ({
  kind: "page",
  event: "ok",
  withinMs: 50,
  count,
});
const failedPages: ActivityCount = { kind: "page", event: "failed", withinMs: 5_000, count: 1 };

const REQUEST = {
  id: "00000000-0000-4000-8000-000000000001",
  method: "GET",
  route: "/library/:id",
  status: 503,
  code: "library_unreadable",
  tookMs: 1_234.5,
  isPaid: false,
  agoMs: 4_000.4,
} as const;

describe.each(IMPLEMENTATIONS)("activity on $name", ({ simulate }) => {
  async function processes() {
    const store = await simulate(START_MS);
    return {
      one: store.open().activity(),
      other: store.open().activity(),
      setTime: store.setTime,
    };
  }

  test("counts of five minutes add up by instance, and are returned in slices", async () => {
    const { one, other, setTime } = await processes();
    await one.record({ instance: "a:1", counts: [pages(3), failedPages], requests: [] });
    await one.record({ instance: "a:1", counts: [pages(4)], requests: [] });
    await other.record({ instance: "b:1", counts: [pages(1)], requests: [] });
    await setTime(START_MS + 10 * MINUTE_MS);
    await other.record({ instance: "b:1", counts: [pages(2)], requests: [] });

    const hour = await one.counts(HOUR);
    expect(hour.startsAtMs).toBe(Date.UTC(2026, 10, 10, 8, 45));
    expect(hour.nowMs).toBe(START_MS + 10 * MINUTE_MS);
    expect(hour.counts).toEqual([
      { slice: 9, instance: "a:1", ...failedPages },
      { slice: 9, instance: "a:1", ...pages(7) },
      { slice: 9, instance: "b:1", ...pages(1) },
      { slice: 11, instance: "b:1", ...pages(2) },
    ]);
    const day = await other.counts(DAY);
    expect(day.startsAtMs).toBe(Date.UTC(2026, 10, 9, 10));
    expect(day.counts).toContainEqual({ slice: 23, instance: "b:1", ...pages(3) });
  });

  test("a request is found by its id for a day, and stored once", async () => {
    const { one, other, setTime } = await processes();
    const paid = { ...REQUEST, id: "paid", route: null, status: 200, code: null, isPaid: true };
    await one.record({ instance: "a:1", counts: [], requests: [REQUEST, paid] });
    await one.record({ instance: "a:1", counts: [], requests: [{ ...REQUEST, status: 500 }] });
    const { agoMs: _, ...request } = REQUEST;
    const found = { ...request, tookMs: 1_235, instance: "a:1", atMs: START_MS - 4_000 };
    expect(await other.request(REQUEST.id)).toEqual(found);
    expect(await other.request("paid")).toMatchObject({ route: null, code: null, isPaid: true });
    expect(await other.request("another")).toBeNull();
    expect(await other.failures(10)).toEqual([found]);

    await setTime(START_MS + 24 * HOUR_MS - 5_000);
    await other.record({ instance: "b:1", counts: [pages(1)], requests: [] });
    expect(await other.request(REQUEST.id)).not.toBeNull();
    await setTime(START_MS + 24 * HOUR_MS + MINUTE_MS);
    await other.record({ instance: "b:1", counts: [pages(1)], requests: [] });
    expect(await other.request(REQUEST.id)).toBeNull();
    expect(await other.failures(10)).toEqual([]);
  });

  test("counts are deleted after a day", async () => {
    const { one, other, setTime } = await processes();
    await one.record({ instance: "a:1", counts: [pages(5)], requests: [] });
    await setTime(START_MS + 24 * HOUR_MS + 5 * MINUTE_MS);
    await other.record({ instance: "b:1", counts: [pages(1)], requests: [] });
    // What remains is seen when the clock goes back.
    await setTime(START_MS + MINUTE_MS, { isJump: true });
    expect((await one.counts(DAY)).counts).toEqual([]);
  });

  test("the last size of the library counts for its day", async () => {
    const { one, other, setTime } = await processes();
    await one.recordLibrary(10);
    await other.recordLibrary(12);
    await setTime(START_MS + 48 * HOUR_MS);
    await one.recordLibrary(9);
    const days = [
      { day: "2026-11-10", pictureCount: 12 },
      { day: "2026-11-12", pictureCount: 9 },
    ];
    expect(await other.libraryDays(30)).toEqual(days);
    expect(await other.libraryDays(2)).toEqual(days.slice(1));
  });
});
