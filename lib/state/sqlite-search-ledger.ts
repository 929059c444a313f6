import "server-only";
import { randomUUID } from "node:crypto";
import { toUtcDate } from "@/lib/core/utc-calendar";
import { inTransaction, migrate, type SqliteDatabase } from "@/lib/platform/sqlite";
import type { LedgerUsage, SearchLedger } from "./search-ledger";

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

/** Reservations left behind by a crash are of no use a day later; their day's count stays. */
const RESERVATION_DAYS = 1;

/**
 * The ledger in SQLite: a count for each day, and a row for each search in the air.
 *
 * Every commit reaches the disk before the search is sent, so that not even a power failure
 * forgets one; that is some milliseconds on a call that takes a hundred.
 */
export function createSqliteSearchLedger(database: SqliteDatabase): SearchLedger {
  database.exec("PRAGMA synchronous = FULL");
  migrate(database, "spend-ledger", STEPS);
  const readClock = database.prepare("SELECT latest_ms FROM spend_clocks WHERE service = ?");
  const writeClock = database.prepare(
    `INSERT INTO spend_clocks (service, latest_ms) VALUES (?, ?)
     ON CONFLICT (service) DO UPDATE SET latest_ms = max(latest_ms, excluded.latest_ms)`,
  );
  const resetClock = database.prepare("UPDATE spend_clocks SET latest_ms = ? WHERE service = ?");
  const sumDays = database.prepare(
    `SELECT coalesce(sum(searches), 0) AS month,
            coalesce(sum(searches) FILTER (WHERE day >= ?), 0) AS today
     FROM spent_days WHERE service = ? AND day >= ?`,
  );
  const addToDay = database.prepare(
    `INSERT INTO spent_days (service, day, searches) VALUES (?, ?, ?)
     ON CONFLICT (service, day) DO UPDATE SET searches = searches + excluded.searches`,
  );
  // An update only: entries may have been moved to another day since (`mendClock`).
  const takeFromDay = database.prepare(
    `UPDATE spent_days SET searches = searches - 1
     WHERE service = ? AND day = ? AND searches > 0`,
  );
  const sumLater = database.prepare(
    "SELECT coalesce(sum(searches), 0) AS moved FROM spent_days WHERE service = ? AND day > ?",
  );
  const dropLater = database.prepare("DELETE FROM spent_days WHERE service = ? AND day > ?");
  const open = database.prepare(
    "INSERT INTO spend_reservations (id, service, day) VALUES (?, ?, ?)",
  );
  const close = database.prepare(
    "DELETE FROM spend_reservations WHERE id = ? RETURNING service, day",
  );
  const dropOld = database.prepare("DELETE FROM spend_reservations WHERE day < ?");

  function readUsage(service: string, nowMs: number): LedgerUsage {
    const clock = readClock.get(service) as { latest_ms: number } | undefined;
    const atMs = Math.max(nowMs, clock?.latest_ms ?? nowMs);
    const { day, firstDayOfMonth } = toUtcDate(atMs);
    const sums = sumDays.get(day, service, firstDayOfMonth) as { month: number; today: number };
    return { atMs, usedThisMonth: sums.month, usedToday: sums.today };
  }

  function add(service: string, atMs: number, count: number): void {
    addToDay.run(service, toUtcDate(atMs).day, count);
    writeClock.run(service, atMs);
  }

  return {
    reserve: async (service, nowMs, decide) =>
      inTransaction(database, () => {
        const before = readUsage(service, nowMs);
        const verdict = decide(before);
        if (!verdict.isAllowed) return { verdict, usage: before, reservationId: null };
        const reservationId = randomUUID();
        const { day } = toUtcDate(before.atMs);
        add(service, before.atMs, 1);
        dropOld.run(day - RESERVATION_DAYS);
        open.run(reservationId, service, day);
        return { verdict, usage: readUsage(service, before.atMs), reservationId };
      }),
    settle: async (reservationId) => close.all(reservationId).length === 1,
    release: async (reservationId) =>
      inTransaction(database, () => {
        const [row] = close.all(reservationId) as { service: string; day: number }[];
        if (row === undefined) return false;
        takeFromDay.run(row.service, row.day);
        return true;
      }),
    book: async (service, nowMs, count) =>
      inTransaction(database, () => add(service, readUsage(service, nowMs).atMs, count)),
    usage: async (service, nowMs) => readUsage(service, nowMs),
    mendClock: async (service, nowMs) =>
      inTransaction(database, () => {
        const { day } = toUtcDate(nowMs);
        const { moved } = sumLater.get(service, day) as { moved: number };
        dropLater.run(service, day);
        if (moved > 0) addToDay.run(service, day, moved);
        resetClock.run(nowMs, service);
        return moved;
      }),
  };
}
