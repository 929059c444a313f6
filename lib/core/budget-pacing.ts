import { startOfDayMs, toUtcDate } from "./utc-calendar";

/** What is spent already, reservations included. Days and months are UTC's. */
export type Spending = { usedThisMonth: number; usedToday: number };

export type SpendingVerdict =
  | { isAllowed: true }
  | { isAllowed: false; reason: "month" | "day"; retryAfterSeconds: number };

/** A day may take this many even shares of what is left. */
const BURST_SHARES = 3;

/** Of the month's even share, what one day leaves to each later day. */
const KEPT_SHARE = 1 / 4;

/**
 * Decides whether one more search fits the month and the day.
 *
 * A month's searches are spread, not rationed evenly: a day may take three even shares of what is
 * left (25 of 250 on the first of a month), since people search in sessions; but it leaves a
 * quarter of an even share to each day after it. So no day is without a search, however greedy the
 * ones before it were, and the last days may take all that is left
 * (docs/decisions/0010-a-month-is-spread-over-its-days.md).
 *
 * `retryAfterSeconds` is whole and at least 1: until the next day or month in UTC.
 */
export function decideSpending(
  { usedThisMonth, usedToday }: Spending,
  { limit, atMs }: { limit: number; atMs: number },
): SpendingVerdict {
  const { day, firstDayOfNextMonth } = toUtcDate(atMs);
  if (usedThisMonth >= limit) return refuse("month", firstDayOfNextMonth, atMs);
  const allowance = dayAllowance({ limit, usedBefore: usedThisMonth - usedToday, atMs });
  return usedToday < allowance ? { isAllowed: true } : refuse("day", day + 1, atMs);
}

/** How many searches the day of `atMs` may take, given what the days before it took. */
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
  const left = Math.max(0, limit - usedBefore);
  const daysLeft = firstDayOfNextMonth - day;
  const evenShare = left / daysLeft;
  // A limit lowered in mid-month can leave less than the kept shares; then even shares are kept.
  const keptADay = Math.min(
    Math.floor((limit / (firstDayOfNextMonth - firstDayOfMonth)) * KEPT_SHARE),
    Math.floor(evenShare),
  );
  return Math.min(Math.ceil(evenShare * BURST_SHARES), left - keptADay * (daysLeft - 1));
}

function refuse(reason: "month" | "day", untilDay: number, atMs: number): SpendingVerdict {
  const waitMs = startOfDayMs(untilDay) - atMs;
  return { isAllowed: false, reason, retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) };
}
