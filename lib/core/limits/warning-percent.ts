/** The shares of a month's limit, in percent, at which a warning is due; the highest first. */
const WARNING_PERCENTS = [100, 80] as const;

export type WarningPercent = (typeof WARNING_PERCENTS)[number];

/**
 * Returns the highest of these shares that `used` has reached; 0 for none. A limit of 0 is a choice,
 * so it needs no warning.
 */
export function reachedPercent(used: number, limit: number): WarningPercent | 0 {
  if (limit === 0) return 0;
  return WARNING_PERCENTS.find((percent) => used * 100 >= limit * percent) ?? 0;
}
