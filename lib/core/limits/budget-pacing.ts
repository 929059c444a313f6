import { startOfDayMs, toUtcDate } from "./utc-calendar";

/** Searches used so far, reservations included. Days and months are in UTC. */
export type Spending = { usedThisMonth: number; usedToday: number };

/** The month's limit, and whether each day may only use its share of it. */
export type SpendingPolicy = { limit: number; isPaced: boolean };

export type SpendingVerdict =
  | { isAllowed: true }
  | { isAllowed: false; reason: "month" | "day"; retryAfterSeconds: number };

/** A day may use this many even shares of the remaining searches. */
const BURST_SHARES = 3;

/** The part of the month's even share that each day leaves for every later day. */
const KEPT_SHARE = 1 / 4;

/**
 * Decides whether one more search fits the month and the day.
 *
 * With pacing, a day may use three even shares of the remaining searches (25 of 250 on the first of a
 * month), because people search in sessions. It leaves a quarter of an even share for each later day,
 * so every day has some searches, and the last days may use all that remain
 * (docs/decisions/0010-search-budget.md).
 *
 * `retryAfterSeconds` is whole and at least 1: until the next day or month in UTC.
 */
export function decideSpending(
  { usedThisMonth, usedToday }: Spending,
  { limit, isPaced }: SpendingPolicy,
  atMs: number,
): SpendingVerdict {
  const { day, firstDayOfNextMonth } = toUtcDate(atMs);
  if (usedThisMonth >= limit) return refuse("month", firstDayOfNextMonth, atMs);
  if (!isPaced) return { isAllowed: true };
  const allowance = dayAllowance({ limit, usedBefore: usedThisMonth - usedToday, atMs });
  return usedToday < allowance ? { isAllowed: true } : refuse("day", day + 1, atMs);
}

/**
 * Returns how many searches a visitor may still begin today, and the limit: the visitor's own, or the
 * day's share of the budget, whichever is reached first.
 */
export function searchesLeftToday(
  {
    usedThisMonth,
    usedToday,
    usedByVisitor,
    visitorLimit,
  }: Spending & { usedByVisitor: number; visitorLimit: number },
  { limit, isPaced }: SpendingPolicy,
  atMs: number,
): { left: number; limit: number } {
  const usedBefore = usedThisMonth - usedToday;
  const ofDay = isPaced
    ? dayAllowance({ limit, usedBefore, atMs })
    : Math.max(0, limit - usedBefore);
  const ofVisitor = Math.max(0, visitorLimit - usedByVisitor);
  const ofBudget = Math.max(0, ofDay - usedToday);
  return ofVisitor <= ofBudget
    ? { left: ofVisitor, limit: visitorLimit }
    : { left: ofBudget, limit: ofDay };
}

/** Returns how many searches the day of `atMs` may use after `usedBefore` on earlier days. */
export function dayAllowance({
  limit,
  usedBefore,
  atMs,
}: {
  limit: number;
  usedBefore: number;
  atMs: number;
}): number {
  const { day, firstDayOfMonth, firstDayOfNextMonth } = toUtcDate(atMs);
  const remaining = Math.max(0, limit - usedBefore);
  const daysLeft = firstDayOfNextMonth - day;
  const evenShare = remaining / daysLeft;
  // A limit lowered in mid-month can leave less than the kept shares; then each day keeps an even
  // share.
  const keptADay = Math.min(
    Math.floor((limit / (firstDayOfNextMonth - firstDayOfMonth)) * KEPT_SHARE),
    Math.floor(evenShare),
  );
  return Math.min(Math.ceil(evenShare * BURST_SHARES), remaining - keptADay * (daysLeft - 1));
}

function refuse(reason: "month" | "day", untilDay: number, atMs: number): SpendingVerdict {
  const waitMs = startOfDayMs(untilDay) - atMs;
  return { isAllowed: false, reason, retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) };
}
