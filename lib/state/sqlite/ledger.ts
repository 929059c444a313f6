import "server-only";
import { randomUUID } from "node:crypto";
import { dirname, join } from "node:path";
import { decideSpending, type SpendingPolicy } from "@/lib/core/limits/budget-pacing";
import { startOfDayMs, toUtcDate } from "@/lib/core/limits/utc-calendar";
import type { BudgetUsage, Reservation, SearchEnd, SpentDays } from "../search-state";
import { fileOf, type SqliteDatabase } from "./database";
import { createDayCountsFile } from "./day-counts-file";

/** A reservation that a crash left open is dropped a day later; its search stays counted. */
const RESERVATION_DAYS = 1;

/**
 * Creates the ledger of one service's paid searches. It must not be lost. Each method is a part of a
 * transaction; `nowMs` does not follow jumps of the clock, except in `mend`.
 *
 * A search counts from its reservation on, before it is sent, and is taken back only if nothing was
 * sent: a search that a crash interrupts stays counted. Time never goes back: while the clock is
 * behind, searches are counted at the time of the latest entry.
 *
 * The counts are also kept in `searches-used.json` beside the database. For each day the larger count
 * of the two is used, so that a deleted database does not give the month's searches a second time.
 */
export function createLedger(database: SqliteDatabase, service: string) {
  const copy = createDayCountsFile(join(dirname(fileOf(database)), "searches-used.json"));
  const readClock = database.prepare("SELECT latest_ms FROM spend_clocks WHERE service = ?");
  const writeClock = database.prepare(
    `INSERT INTO spend_clocks (service, latest_ms) VALUES (?, ?)
     ON CONFLICT (service) DO UPDATE SET latest_ms = max(latest_ms, excluded.latest_ms)`,
  );
  const resetClock = database.prepare("UPDATE spend_clocks SET latest_ms = ? WHERE service = ?");
  const readDays = database.prepare(
    "SELECT day, searches FROM spent_days WHERE service = ? AND day >= ?",
  );
  const setDay = database.prepare(
    `INSERT INTO spent_days (service, day, searches) VALUES (?, ?, ?)
     ON CONFLICT (service, day) DO UPDATE SET searches = excluded.searches`,
  );
  const dropLater = database.prepare("DELETE FROM spent_days WHERE service = ? AND day > ?");
  const open = database.prepare(
    "INSERT INTO spend_reservations (id, service, day) VALUES (?, ?, ?)",
  );
  const close = database.prepare(
    "DELETE FROM spend_reservations WHERE id = ? AND service = ? RETURNING day",
  );
  const dropOld = database.prepare("DELETE FROM spend_reservations WHERE day < ?");

  /** Every day's count from `firstDay` on: the larger one of database and copy. */
  function daysFrom(firstDay: number): Map<number, number> {
    const rows = readDays.all(service, firstDay) as { day: number; searches: number }[];
    const days = new Map(rows.map(({ day, searches }) => [day, searches]));
    for (const [day, count] of copy.read(service)) {
      if (day >= firstDay) days.set(day, Math.max(days.get(day) ?? 0, count));
    }
    return days;
  }

  /** `days` are those of the month of `atMs`, and later days that a clock ahead has counted. */
  function timeOf(nowMs: number) {
    const clock = readClock.get(service) as { latest_ms: number } | undefined;
    const atMs = Math.max(nowMs, clock?.latest_ms ?? nowMs);
    const { day, firstDayOfMonth } = toUtcDate(atMs);
    return { atMs, day, days: daysFrom(firstDayOfMonth) };
  }

  function toUsage({ atMs, day, days }: ReturnType<typeof timeOf>): BudgetUsage {
    const counts = [...days];
    const sum = (from: number) =>
      counts.reduce((total, [each, count]) => (each >= from ? total + count : total), 0);
    return { atMs, usedThisMonth: sum(0), usedToday: sum(day) };
  }

  function save(days: ReadonlyMap<number, number>): void {
    for (const [day, count] of days) setDay.run(service, day, count);
    copy.write(service, days);
  }

  return {
    usage: (nowMs: number) => toUsage(timeOf(nowMs)),
    spentDays(nowMs: number): SpentDays {
      const time = timeOf(nowMs);
      const days = [...time.days].map(([day, searches]) => ({ day, searches }));
      return { usage: toUsage(time), days: days.sort((one, other) => one.day - other.day) };
    },
    /** Reserves one search, if `decideSpending` allows it. */
    reserve(nowMs: number, policy: SpendingPolicy): Reservation {
      const time = timeOf(nowMs);
      const before = toUsage(time);
      const verdict = decideSpending(before, policy, before.atMs);
      if (!verdict.isAllowed) {
        const { reason, retryAfterSeconds } = verdict;
        return { isGranted: false, reason, retryAfterSeconds, usage: before };
      }
      const { atMs, day, days } = time;
      save(days.set(day, (days.get(day) ?? 0) + 1));
      writeClock.run(service, atMs);
      dropOld.run(day - RESERVATION_DAYS);
      const id = randomUUID();
      open.run(id, service, day);
      return { isGranted: true, id, usage: toUsage(time) };
    },
    /** Ends a reservation that is still open. If nothing was sent, its search no longer counts. */
    close({ id, wasSent }: NonNullable<SearchEnd["reservation"]>): void {
      const [row] = close.all(id, service) as { day: number }[];
      if (row === undefined || wasSent) return;
      const days = daysFrom(toUtcDate(startOfDayMs(row.day)).firstDayOfMonth);
      // `mend` may have moved the entry to another day since; then it stays counted.
      const count = days.get(row.day) ?? 0;
      if (count > 0) save(days.set(row.day, count - 1));
    },
    /** Moves entries of days after `nowMs` to its day. Returns how many searches it moved. */
    mend(nowMs: number): number {
      const { day, firstDayOfMonth } = toUtcDate(nowMs);
      const days = daysFrom(firstDayOfMonth);
      const later = [...days].filter(([each]) => each > day);
      const moved = later.reduce((total, [, count]) => total + count, 0);
      for (const [each] of later) days.delete(each);
      dropLater.run(service, day);
      save(days.set(day, (days.get(day) ?? 0) + moved));
      resetClock.run(nowMs, service);
      return moved;
    },
  };
}
