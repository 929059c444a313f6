import { DAY_MS } from "@/lib/contract/day-ms";

/** A day of the UTC calendar and its month. Days are counted from 1970-01-01, which is day 0. */
export type UtcDate = {
  day: number;
  firstDayOfMonth: number;
  /** First day of the next month. */
  firstDayOfNextMonth: number;
};

/** Returns the day of `atMs` (Unix epoch). UTC has no daylight saving time: every day has 24 hours. */
export function toUtcDate(atMs: number): UtcDate {
  const date = new Date(atMs);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  return {
    day: Math.floor(atMs / DAY_MS),
    firstDayOfMonth: Date.UTC(year, month, 1) / DAY_MS,
    firstDayOfNextMonth: Date.UTC(year, month + 1, 1) / DAY_MS,
  };
}

/** Returns the start of a day, in milliseconds since the epoch. */
export function startOfDayMs(day: number): number {
  return day * DAY_MS;
}

/** Returns a day as `YYYY-MM-DD`. */
export function isoDay(day: number): string {
  return new Date(startOfDayMs(day)).toISOString().slice(0, 10);
}

/** Returns the month of `atMs` as `YYYY-MM`. */
export function monthName(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 7);
}

/** Returns the start of a month `YYYY-MM`; null for any other text. */
export function startOfMonthMs(name: string): number | null {
  return /^\d{4}-(?:0[1-9]|1[0-2])$/.test(name) ? Date.parse(`${name}-01T00:00:00Z`) : null;
}
