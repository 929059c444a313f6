/** A day in UTC, which has no daylight saving time. */
export const DAY_MS = 86_400_000;
