import fc from "fast-check";
import { expect, test } from "vitest";
import { dayAllowance, decideSpending, searchesLeftToday } from "@/lib/core/limits/budget-pacing";

const DAY_MS = 86_400_000;
const NOVEMBER_1 = Date.UTC(2026, 10, 1);

const paced = (limit: number) => ({ limit, isPaced: true });

/** Spends `wanted[day]` searches on each day of a month, as far as the budget allows. Returns the searches spent per day. */
function spendMonth(wanted: readonly number[], limit: number, monthMs = NOVEMBER_1): number[] {
  let usedThisMonth = 0;
  return wanted.map((count, day) => {
    let usedToday = 0;
    while (
      usedToday < count &&
      decideSpending({ usedThisMonth, usedToday }, paced(limit), monthMs + day * DAY_MS).isAllowed
    ) {
      usedToday += 1;
      usedThisMonth += 1;
    }
    return usedToday;
  });
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
const everyDay = (count: number) => Array.from({ length: 30 }, () => count);

test("a month never exceeds its limit, for any demand", () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(400), { minLength: 30, maxLength: 30 }),
      fc.integer({ min: 0, max: 1000 }),
      (wanted, limit) => {
        expect(sum(spendMonth(wanted, limit))).toBeLessThanOrEqual(limit);
      },
    ),
  );
});

test("the first day may spend a tenth of the month, and no more", () => {
  expect(dayAllowance({ limit: 250, usedBefore: 0, atMs: NOVEMBER_1 })).toBe(25);
  expect(dayAllowance({ limit: 10_000, usedBefore: 0, atMs: NOVEMBER_1 })).toBe(1000);
});

test("each day keeps a share whatever earlier days spent, and the last day may spend the rest", () => {
  const spent = spendMonth(everyDay(1000), 250);
  expect(Math.min(...spent)).toBeGreaterThanOrEqual(2);
  expect(sum(spent)).toBe(250);
});

test("eight searches a day are always allowed", () => {
  expect(spendMonth(everyDay(8), 250)).toEqual(everyDay(8));
});

test("unspent shares of quiet days may be spent later", () => {
  const wanted = [...everyDay(0).slice(0, 27), 1000, 1000, 1000];
  expect(sum(spendMonth(wanted, 250))).toBe(250);
});

test("a small budget, or one lowered in mid-month, still allows a search", () => {
  expect(spendMonth(everyDay(5), 3).slice(0, 1)).toEqual([1]);
  const atMs = NOVEMBER_1 + 9 * DAY_MS;
  expect(decideSpending({ usedThisMonth: 90, usedToday: 0 }, paced(100), atMs).isAllowed).toBe(
    true,
  );
});

test("a refusal has the seconds until the next day or the next month, in UTC", () => {
  const atMs = NOVEMBER_1 + DAY_MS - 1500;
  expect(decideSpending({ usedThisMonth: 25, usedToday: 25 }, paced(250), atMs)).toEqual({
    isAllowed: false,
    reason: "day",
    retryAfterSeconds: 2,
  });
  expect(decideSpending({ usedThisMonth: 250, usedToday: 3 }, paced(250), atMs)).toEqual({
    isAllowed: false,
    reason: "month",
    retryAfterSeconds: 29 * 86_400 + 2,
  });
  expect(decideSpending({ usedThisMonth: 0, usedToday: 0 }, paced(0), atMs)).toMatchObject({
    reason: "month",
  });
});

test("without pacing, one day may spend the whole month, and no more", () => {
  const policy = { limit: 250, isPaced: false };
  const decide = (usedToday: number) =>
    decideSpending({ usedThisMonth: usedToday, usedToday }, policy, NOVEMBER_1);
  expect([decide(25).isAllowed, decide(249).isAllowed]).toEqual([true, true]);
  expect(decide(250)).toMatchObject({ isAllowed: false, reason: "month" });
});

test("today's remaining searches are the visitor's limit or the day's share, whichever is smaller", () => {
  const atMs = Date.UTC(2026, 10, 1, 12);
  const left = (usedToday: number, usedByVisitor: number, limit = 250, isPaced = true) =>
    searchesLeftToday(
      { usedThisMonth: usedToday, usedToday, usedByVisitor, visitorLimit: 20 },
      { limit, isPaced },
      atMs,
    );
  expect(left(3, 3)).toEqual({ left: 17, limit: 20 });
  expect(left(22, 3)).toEqual({ left: 3, limit: 25 });
  expect(left(25, 3)).toEqual({ left: 0, limit: 25 });
  expect(left(3, 21)).toEqual({ left: 0, limit: 20 });
  expect(left(8, 0, 10, false)).toEqual({ left: 2, limit: 10 });
  expect(left(0, 0, 0)).toEqual({ left: 0, limit: 0 });
});
