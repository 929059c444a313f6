import "server-only";
import { randomUUID } from "node:crypto";
import { decideSpending, type SpendingPolicy } from "@/lib/core/limits/budget-pacing";
import { startOfDayMs, toUtcDate } from "@/lib/core/limits/utc-calendar";
import type { BudgetUsage, Reservation, SearchEnd, SpentDays } from "../search-state";
import { sql } from "../sql";
import type { Lock, Reading, Writing } from "../store";
import { recordWarning } from "../warnings/record-warning";

/** A reservation that a crash left open is deleted by a later one, after a whole day; its search stays counted. */
const RESERVATION_DAYS = 1;

/** A second copy of the counts, by service and day. The larger count of the two is used. */
export type DayCounts = {
  read(service: string): Map<number, number>;
  write(service: string, counts: ReadonlyMap<number, number>): void;
};

/**
 * Creates the ledger of one service's paid searches, which must not be lost. Each method runs inside
 * a transaction; methods that write need `lock`.
 *
 * A search counts from its reservation on, before it is sent. It is uncounted only if nothing was
 * sent, so a search that a crash interrupts stays counted. Time never goes back: while the clock is
 * behind, searches are counted at the time of the latest entry. Except in `mend`, the time does not
 * follow jumps of the clock.
 */
export function createLedger(service: string, copy: DayCounts | null) {
  /** Returns the counts from the start of a day's month on, and which of them the database has. */
  async function daysFrom(transaction: Reading, firstDay: number) {
    const rows = await transaction.all<{ day: number; searches: number }>(
      ...sql`SELECT day, searches FROM spent_days WHERE service = ${service} AND day >= ${firstDay}`,
    );
    const stored = new Map(rows.map(({ day, searches }) => [day, searches]));
    const days = new Map(stored);
    for (const [day, count] of copy?.read(service) ?? []) {
      if (day >= firstDay) days.set(day, Math.max(days.get(day) ?? 0, count));
    }
    return { days, stored };
  }

  /** `days` are the days of the month of `atMs`, and later ones, counted while the clock was ahead. */
  async function timeOf(transaction: Reading) {
    const nowMs = transaction.time.steadyMs;
    const [clock, { days, stored }] = await Promise.all([
      transaction.get<{ latest_ms: number }>(
        ...sql`SELECT latest_ms FROM spend_clocks WHERE service = ${service}`,
      ),
      daysFrom(transaction, toUtcDate(nowMs).firstDayOfMonth),
    ]);
    const atMs = Math.max(nowMs, clock?.latest_ms ?? nowMs);
    const { day, firstDayOfMonth } = toUtcDate(atMs);
    for (const each of days.keys()) if (each < firstDayOfMonth) days.delete(each);
    return { atMs, day, days, stored };
  }

  function toUsage({ atMs, day, days }: Awaited<ReturnType<typeof timeOf>>): BudgetUsage {
    const counts = [...days];
    const sum = (from: number) =>
      counts.reduce((total, [each, count]) => (each >= from ? total + count : total), 0);
    return { atMs, usedThisMonth: sum(0), usedToday: sum(day) };
  }

  async function save(
    transaction: Writing,
    { days, stored }: { days: Map<number, number>; stored: ReadonlyMap<number, number> },
  ): Promise<void> {
    const changed = [...days].filter(([day, count]) => stored.get(day) !== count);
    await Promise.all(
      changed.map(([day, count]) =>
        transaction.run(
          ...sql`INSERT INTO spent_days (service, day, searches) VALUES (${service}, ${day}, ${count})
           ON CONFLICT (service, day) DO UPDATE SET searches = excluded.searches`,
        ),
      ),
    );
    copy?.write(service, days);
  }

  return {
    lock: { kind: "ledger", name: service } satisfies Lock,
    usage: async (transaction: Reading) => toUsage(await timeOf(transaction)),
    async spentDays(transaction: Reading): Promise<SpentDays> {
      const time = await timeOf(transaction);
      const days = [...time.days].map(([day, searches]) => ({ day, searches }));
      return { usage: toUsage(time), days: days.sort((one, other) => one.day - other.day) };
    },
    /** Reserves one search, if `decideSpending` allows it, and records a warning that is due. */
    async reserve(transaction: Writing, policy: SpendingPolicy): Promise<Reservation> {
      const time = await timeOf(transaction);
      const before = toUsage(time);
      const verdict = decideSpending(before, policy, before.atMs);
      if (!verdict.isAllowed) {
        const { reason, retryAfterSeconds } = verdict;
        return { isGranted: false, reason, retryAfterSeconds, usage: before };
      }
      const { atMs, day, days } = time;
      days.set(day, (days.get(day) ?? 0) + 1);
      const id = randomUUID();
      const usage = toUsage(time);
      const { usedThisMonth: used } = usage;
      await Promise.all([
        recordWarning(transaction, {
          kind: "budget",
          subject: service,
          used,
          limit: policy.limit,
          atMs,
        }),
        save(transaction, time),
        transaction.run(
          ...sql`INSERT INTO spend_clocks (service, latest_ms) VALUES (${service}, ${atMs})
           ON CONFLICT (service) DO UPDATE SET latest_ms = excluded.latest_ms`,
        ),
        transaction.run(
          ...sql`DELETE FROM spend_reservations
            WHERE service = ${service} AND day < ${day - RESERVATION_DAYS}`,
        ),
        transaction.run(
          ...sql`INSERT INTO spend_reservations (id, service, day) VALUES (${id}, ${service}, ${day})`,
        ),
      ]);
      return { isGranted: true, id, usage };
    },
    /** Ends a reservation that is still open. If nothing was sent, its search no longer counts. */
    async close(
      transaction: Writing,
      { id, wasSent }: NonNullable<SearchEnd["reservation"]>,
    ): Promise<void> {
      const row = await transaction.get<{ day: number }>(
        ...sql`DELETE FROM spend_reservations WHERE id = ${id} AND service = ${service} RETURNING day`,
      );
      if (row === null || wasSent) return;
      const month = await daysFrom(transaction, toUtcDate(startOfDayMs(row.day)).firstDayOfMonth);
      // `mend` may have moved the entry to another day; then the search stays counted.
      const count = month.days.get(row.day) ?? 0;
      if (count === 0) return;
      month.days.set(row.day, count - 1);
      await save(transaction, month);
    },
    /** Moves entries of later days to today. Returns how many searches it moved. */
    async mend(transaction: Writing): Promise<number> {
      const { nowMs } = transaction.time;
      const { day, firstDayOfMonth } = toUtcDate(nowMs);
      const month = await daysFrom(transaction, firstDayOfMonth);
      const later = [...month.days].filter(([each]) => each > day);
      const moved = later.reduce((total, [, count]) => total + count, 0);
      for (const [each] of later) month.days.delete(each);
      month.days.set(day, (month.days.get(day) ?? 0) + moved);
      await transaction.run(
        ...sql`DELETE FROM spent_days WHERE service = ${service} AND day > ${day}`,
      );
      await save(transaction, month);
      await transaction.run(
        ...sql`UPDATE spend_clocks SET latest_ms = ${nowMs} WHERE service = ${service}`,
      );
      return moved;
    },
  };
}
