import type { KeyDay } from "@/lib/contract/account";
import type { ErrorCode } from "@/lib/contract/errors";
import { type Cell, toCsv } from "../exports/csv";

/** What a key used in a month. */
export type KeyUsage = { keyId: string; name: string | null; searches: number; errors: number };

/** Sums the days of each key; the key with most searches first. */
export function usageByKey(keyDays: readonly KeyDay[]): KeyUsage[] {
  const usage = new Map<string, KeyUsage>();
  for (const { keyId, name, searches, errors } of keyDays) {
    const sum = usage.get(keyId) ?? { keyId, name, searches: 0, errors: 0 };
    sum.searches += searches;
    sum.errors += Object.values(errors).reduce((total, count) => total + count, 0);
    usage.set(keyId, sum);
  }
  return [...usage.values()].sort((one, other) => other.searches - one.searches);
}

/** Returns a line for each day of each key as CSV, with a column for each problem that occurred. */
export function usageCsv(keyDays: readonly KeyDay[]): string {
  const occurred = new Set(keyDays.flatMap(({ errors }) => Object.keys(errors) as ErrorCode[]));
  const codes = [...occurred].sort();
  const rows = keyDays.map(({ day, keyId, name, searches, errors }): Cell[] => [
    day,
    keyId,
    name,
    searches,
    ...codes.map((code) => errors[code] ?? 0),
  ]);
  return toCsv([["day", "keyId", "keyName", "searches", ...codes], ...rows]);
}
