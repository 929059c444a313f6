import "server-only";
import { randomUUID } from "node:crypto";
import { dirname, join } from "node:path";
import { startOfDayMs, toUtcDate } from "@/lib/core/utc-calendar";
import { fileOf, inTransaction, migrate, type SqliteDatabase } from "@/lib/state/sqlite/database";
import { createDayCountsFile } from "./sqlite/day-counts-file";

/**
 * Searches used at one service, reservations included. `atMs` is the time they are counted at: the
 * caller's clock, or the ledger's latest entry if that is later. Days and months are in UTC.
 */
export type LedgerUsage = { atMs: number; usedThisMonth: number; usedToday: number };

export type SearchLedger = ReturnType<typeof createSqliteSearchLedger>;

const STEPS = [
  `CREATE TABLE spent_days (
     service TEXT NOT NULL,
     day INTEGER NOT NULL,
     searches INTEGER NOT NULL,
     PRIMARY KEY (service, day)
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE spend_clocks (service TEXT PRIMARY KEY, latest_ms INTEGER NOT NULL) STRICT;
   CREATE TABLE spend_reservations (
     id TEXT PRIMARY KEY,
     service TEXT NOT NULL,
     day INTEGER NOT NULL
   ) STRICT;`,
];

/** A reservation that a crash left open is dropped a day later; its search stays counted. */
const RESERVATION_DAYS = 1;

/**
 * Creates the record of paid searches, shared by every process that pays. It must not be lost.
 *
 * A search counts from its reservation on, before it is sent. Only `release` takes it back, so
 * a search that a crash interrupts stays counted. Time never goes back: while a clock is behind,
 * searches are counted at the time of the latest entry.
 *
 * Every commit reaches the disk before the search is sent, so that not even a power failure loses
 * one; that takes some milliseconds of a call that takes a hundred. The counts are also kept in
 * `searches-used.json` beside the database. For each day the larger count of the two is used, so
 * that a deleted database does not give the month's searches a second time.
 */
export function createSqliteSearchLedger(database: SqliteDatabase) {
  database.exec("PRAGMA synchronous = FULL");
  migrate(database, "spend-ledger", STEPS);
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
    "DELETE FROM spend_reservations WHERE id = ? RETURNING service, day",
  );
  const dropOld = database.prepare("DELETE FROM spend_reservations WHERE day < ?");

  /** Every day's count from `firstDay` on: the larger one of database and copy. */
  function daysFrom(service: string, firstDay: number): Map<number, number> {
    const rows = readDays.all(service, firstDay) as { day: number; searches: number }[];
    const days = new Map(rows.map(({ day, searches }) => [day, searches]));
    for (const [day, count] of copy.read(service)) {
      if (day >= firstDay) days.set(day, Math.max(days.get(day) ?? 0, count));
    }
    return days;
  }

  /** `days` are those of the month of `atMs`, and later days that a clock ahead has counted. */
  function timeOf(service: string, nowMs: number) {
    const clock = readClock.get(service) as { latest_ms: number } | undefined;
    const atMs = Math.max(nowMs, clock?.latest_ms ?? nowMs);
    const { day, firstDayOfMonth } = toUtcDate(atMs);
    return { atMs, day, days: daysFrom(service, firstDayOfMonth) };
  }

  function toUsage({ atMs, day, days }: ReturnType<typeof timeOf>): LedgerUsage {
    const counts = [...days];
    const sum = (from: number) =>
      counts.reduce((total, [each, count]) => (each >= from ? total + count : total), 0);
    return { atMs, usedThisMonth: sum(0), usedToday: sum(day) };
  }

  function save(service: string, days: ReadonlyMap<number, number>): void {
    for (const [day, count] of days) setDay.run(service, day, count);
    copy.write(service, days);
  }

  return {
    /**
     * Reserves one search if `decide` allows it. Decision and reservation are one atomic step.
     * `usage` includes the reservation; `reservationId` is null if the verdict was no.
     */
    reserve: async <Verdict extends { isAllowed: boolean }>(
      service: string,
      nowMs: number,
      decide: (usage: LedgerUsage) => Verdict,
    ) =>
      inTransaction(database, () => {
        const time = timeOf(service, nowMs);
        const before = toUsage(time);
        const verdict = decide(before);
        if (!verdict.isAllowed) return { verdict, usage: before, reservationId: null };
        const { atMs, day, days } = time;
        save(service, days.set(day, (days.get(day) ?? 0) + 1));
        writeClock.run(service, atMs);
        dropOld.run(day - RESERVATION_DAYS);
        const reservationId = randomUUID();
        open.run(reservationId, service, day);
        return { verdict, usage: toUsage(time), reservationId };
      }),
    /** Closes the reservation of a search that was sent. Returns whether it was still open. */
    settle: async (reservationId: string) => close.all(reservationId).length === 1,
    /** Takes a reservation back; only if it is certain that nothing was sent. */
    release: async (reservationId: string) =>
      inTransaction(database, () => {
        const [row] = close.all(reservationId) as { service: string; day: number }[];
        if (row === undefined) return false;
        const days = daysFrom(row.service, toUtcDate(startOfDayMs(row.day)).firstDayOfMonth);
        // `mendClock` may have moved the entry to another day since; then it stays counted.
        const count = days.get(row.day) ?? 0;
        if (count > 0) save(row.service, days.set(row.day, count - 1));
        return true;
      }),
    usage: async (service: string, nowMs: number) => toUsage(timeOf(service, nowMs)),
    /**
     * Moves entries of a clock that was ahead to the day of `nowMs`, for an operator who knows the
     * clock to be right now. Returns how many searches it moved.
     */
    mendClock: async (service: string, nowMs: number) =>
      inTransaction(database, () => {
        const { day, firstDayOfMonth } = toUtcDate(nowMs);
        const days = daysFrom(service, firstDayOfMonth);
        const later = [...days].filter(([each]) => each > day);
        const moved = later.reduce((total, [, count]) => total + count, 0);
        for (const [each] of later) days.delete(each);
        dropLater.run(service, day);
        save(service, days.set(day, (days.get(day) ?? 0) + moved));
        resetClock.run(nowMs, service);
        return moved;
      }),
  };
}
