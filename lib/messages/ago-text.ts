import { DAY_MS } from "@/lib/contract/day-ms";
import { dateMessages } from "./compiled/date";
import { dayText } from "./date-text";
import { currentLocale } from "./locale";

const UNITS = [
  ["day", DAY_MS],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

/**
 * How long ago, or in how long, for the inside of a sentence: "3 hours ago", "in 2 days", "this minute"; a
 * day beyond a month, with the preposition that a language puts before it.
 */
export function agoText(atMs: number, nowMs: number): string {
  const difference = atMs - nowMs;
  if (Math.abs(difference) > 30 * DAY_MS) return dateMessages("day", { day: dayText(atMs) });
  const [unit, unitMs] = UNITS.find(([, ms]) => Math.abs(difference) >= ms) ?? UNITS[2];
  // An age is in full units; a key made for 30 days ends "in 30 days".
  const exact = difference / unitMs;
  const count = exact < 0 ? Math.ceil(exact) : Math.round(exact);
  if (count === 0) return dateMessages("now");
  const format = new Intl.RelativeTimeFormat(currentLocale().format, { numeric: "auto" });
  return format.format(count, unit);
}
