import { DAY_MS } from "@/lib/contract/day-ms";
import { currentLocale } from "./locale";

/* Dates as the current locale writes them. The server does not know the visitor's time zone, so they
   are in UTC, and what happened lately is given by its age. */

/** A day: "22 Nov 2026". */
export function dayText(atMs: number): string {
  return text(atMs, { day: "numeric", month: "short", year: "numeric" });
}

/** A day in full, as a text quotes it: "22 November 2026". */
export function fullDayText(atMs: number): string {
  return text(atMs, { day: "numeric", month: "long", year: "numeric" });
}

/** A day of the present year: "22 Nov". */
export function shortDayText(atMs: number): string {
  return text(atMs, { day: "numeric", month: "short" });
}

/** A day of a list of one month: "22 November". */
export function monthDayText(atMs: number): string {
  return text(atMs, { day: "numeric", month: "long" });
}

/** "November" */
export function monthText(atMs: number): string {
  return text(atMs, { month: "long" });
}

/** "November 2026" */
export function monthOfYearText(atMs: number): string {
  return text(atMs, { month: "long", year: "numeric" });
}

/** A moment, in UTC: "22 Nov 2026, 11:52:07". */
export function momentText(atMs: number): string {
  return text(atMs, { dateStyle: "medium", timeStyle: "medium" });
}

/** A time, also with its day: "14:02", "22 Nov 2026, 14:02"; without a zone, in the reader's. */
export function timeText(
  iso: string,
  { isDated, timeZone }: { isDated: boolean; timeZone?: string | undefined },
): string {
  return new Date(iso).toLocaleString(currentLocale().format, {
    ...(isDated && { dateStyle: "medium" }),
    timeStyle: "short",
    hourCycle: "h23",
    ...(timeZone && { timeZone }),
  });
}

/**
 * When a camera took a picture, by its clock: "22 Nov 2026, 11:52". `takenAt` is ISO 8601 without a
 * time zone, possibly a day, month or year only: "1952", "May 2004".
 */
export function takenText(takenAt: string): string {
  const [year, month, day] = takenAt.split("-");
  if (month === undefined) return year ?? "";
  if (day === undefined) return monthOfYearText(Date.parse(takenAt));
  if (!takenAt.includes("T")) return dayText(Date.parse(takenAt));
  return timeText(`${takenAt}Z`, { isDated: true, timeZone: "UTC" });
}

const UNITS = [
  ["day", DAY_MS],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

/** How long ago, or in how long: "3 hours ago", "in 2 days", "this minute"; a day beyond a month. */
export function agoText(atMs: number, nowMs: number): string {
  const difference = atMs - nowMs;
  if (Math.abs(difference) > 30 * DAY_MS) return dayText(atMs);
  const [unit, unitMs] = UNITS.find(([, ms]) => Math.abs(difference) >= ms) ?? UNITS[2];
  const format = new Intl.RelativeTimeFormat(currentLocale().format, { numeric: "auto" });
  // An age is in full units; a key made for 30 days ends "in 30 days".
  const count = difference / unitMs;
  return format.format(count < 0 ? Math.ceil(count) : Math.round(count), unit);
}

function text(atMs: number, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(currentLocale().format, { ...options, timeZone: "UTC" }).format(
    atMs,
  );
}
