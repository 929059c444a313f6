import { currentLocale } from "./locale";
import { DAY, TIME, timeText } from "./time-text";

/* Dates as the current locale writes them. The server does not know the visitor's time zone, so they
   are in UTC; recent events show their age (ago-text.ts) instead. */

/** A day: "22 Nov 2026". */
export function dayText(atMs: number): string {
  return text(atMs, DAY);
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
  return text(atMs, { ...DAY, ...TIME, second: "2-digit" });
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
  return withFirst(timeText(`${takenAt}Z`, { isDated: true, timeZone: "UTC" }));
}

/** The date of `takenAt`, without its time: "Saturday, 22 November 2026", "May 2004", "1952". */
export function takenDateText(takenAt: string): string {
  const day = /^\d+-\d\d-\d\d/.exec(takenAt)?.[0];
  if (day === undefined) return takenText(takenAt);
  return text(Date.parse(day), { weekday: "long", day: "numeric", month: "long", year: "numeric" });
}

/** French writes the first of a month "1er". */
function withFirst(written: string): string {
  return currentLocale().tag === "fr" ? written.replace(/(?<=^|\p{L} )1(?=\s)/u, "1er") : written;
}

function text(atMs: number, options: Intl.DateTimeFormatOptions): string {
  const format = new Intl.DateTimeFormat(currentLocale().format, { ...options, timeZone: "UTC" });
  return withFirst(format.format(atMs));
}
