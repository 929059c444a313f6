import { currentLocale } from "./locale";

/* Apart from date-text.ts, because the results page needs nothing else of it. */

/** Not `dateStyle`, which some languages write in digits. */
export const DAY = { day: "numeric", month: "short", year: "numeric" } as const;
export const TIME = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;

/** A time, also with its day: "14:02", "22 Nov 2026, 14:02"; without a zone, in the reader's. */
export function timeText(
  iso: string,
  { isDated, timeZone }: { isDated: boolean; timeZone?: string | undefined },
): string {
  return new Date(iso).toLocaleString(currentLocale().format, {
    ...(isDated && DAY),
    ...TIME,
    ...(timeZone && { timeZone }),
  });
}
