import "server-only";
import type { DayUsage, KeyDay, MonthUsage } from "@/lib/contract/account";
import type { AnyErrorCode } from "@/lib/contract/errors";
import { isoDay, startOfDayMs, toUtcDate } from "@/lib/core/limits/utc-calendar";
import { sql } from "../sql";
import type { Reading } from "../store";
import { firstUsageDay } from "./account-records";

type CountRow = { day: number; keyId: string; code: AnyErrorCode | null; count: number };

/** Reads what an account used in the month of `atMs`. */
export async function monthFigures(
  transaction: Reading,
  account: string,
  atMs: number,
): Promise<Omit<MonthUsage, "nowMs" | "firstMonthStartsAtMs">> {
  const { firstDayOfMonth, firstDayOfNextMonth } = toUtcDate(atMs);
  const month = sql`account = ${account} AND day >= ${firstDayOfMonth}
    AND day < ${firstDayOfNextMonth}`;
  const [counts, keys] = await Promise.all([
    transaction.all<CountRow>(
      ...sql`SELECT day, key AS "keyId", NULL AS code, searches AS count FROM key_days WHERE ${month}
       UNION ALL SELECT day, key, code, count FROM key_errors WHERE ${month}
       ORDER BY 1, 2, 3`,
    ),
    transaction.all<{ id: string; name: string }>(
      ...sql`SELECT id, name FROM api_keys WHERE account = ${account}`,
    ),
  ]);
  const names = new Map(keys.map(({ id, name }) => [id, name]));
  const lastDay = Math.min(firstDayOfNextMonth - 1, toUtcDate(transaction.time.nowMs).day);
  const days = Array.from({ length: Math.max(0, lastDay - firstDayOfMonth + 1) }, (_, index) => ({
    day: isoDay(firstDayOfMonth + index),
    searches: 0,
    errors: 0,
  }));
  const keyDays: KeyDay[] = [];
  let usedThisMonth = 0;
  for (const { day, keyId, code, count } of counts) {
    let keyDay = keyDays.at(-1);
    if (keyDay?.day !== isoDay(day) || keyDay.keyId !== keyId) {
      const name = names.get(keyId) ?? null;
      keyDay = { day: isoDay(day), keyId, name, searches: 0, errors: {} };
      keyDays.push(keyDay);
    }
    const whole = days[day - firstDayOfMonth];
    if (code === null) {
      usedThisMonth += count;
      keyDay.searches = count;
      if (whole !== undefined) whole.searches += count;
    } else {
      keyDay.errors[code] = count;
      if (whole !== undefined) whole.errors += count;
    }
  }
  return {
    usedThisMonth,
    monthStartsAtMs: startOfDayMs(firstDayOfMonth),
    monthEndsAtMs: startOfDayMs(firstDayOfNextMonth),
    days,
    keyDays,
  };
}

/** Returns the start of the account's first month whose figures are complete. */
export function firstMonthMs(createdAtMs: number, nowMs: number): number {
  const firstDay = firstUsageDay(nowMs);
  const created = toUtcDate(createdAtMs);
  return startOfDayMs(
    created.day >= firstDay
      ? created.firstDayOfMonth
      : toUtcDate(startOfDayMs(firstDay - 1)).firstDayOfNextMonth,
  );
}

/** Reads what all accounts used on each of the last days. */
export async function dailyFigures(transaction: Reading, dayCount: number): Promise<DayUsage[]> {
  const firstDay = toUtcDate(transaction.time.nowMs).day - dayCount + 1;
  const rows = await transaction.all<{ day: number; searches: number; errors: number }>(
    ...sql`SELECT day, CAST(sum(searches) AS BIGINT) AS searches, CAST(sum(errors) AS BIGINT) AS errors
      FROM (SELECT day, searches, 0 AS errors FROM key_days WHERE day >= ${firstDay}
        UNION ALL SELECT day, 0, count FROM key_errors WHERE day >= ${firstDay}) AS counted
      GROUP BY day`,
  );
  const counts = new Map(rows.map((row) => [row.day, row]));
  return Array.from({ length: dayCount }, (_, index) => {
    const { searches = 0, errors = 0 } = counts.get(firstDay + index) ?? {};
    return { day: isoDay(firstDay + index), searches, errors };
  });
}
