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
 * The time between two moments, as part of a sentence: "3 hours ago", "in 2 days", "this minute". Beyond a
 * month it is the day, with the preposition that the language needs.
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
