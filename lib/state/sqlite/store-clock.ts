import "server-only";
import { createSteadyClock } from "@/lib/state/steady-clock";
import type { SqliteDatabase } from "./database";

/** `steadyMs` is the same time, but does not follow jumps: for decisions that cost money. */
export type StoreTime = { nowMs: number; steadyMs: number };

/**
 * Creates the store's clock, in milliseconds since the epoch. It reads the view `store_time`, so that
 * every process that shares a store agrees on the time, also on a simulated one.
 */
export function createStoreClock(database: SqliteDatabase) {
  const read = database.prepare("SELECT now_ms, monotonic_ms FROM store_time");
  const readings = { wallMs: 0, monotonicMs: 0 };
  let steady: (() => number) | null = null;
  return (): StoreTime => {
    const row = read.get() as { now_ms: number; monotonic_ms: number | null };
    readings.wallMs = row.now_ms;
    readings.monotonicMs = row.monotonic_ms ?? performance.now();
    steady ??= createSteadyClock({
      wallMs: () => readings.wallMs,
      monotonicMs: () => readings.monotonicMs,
    });
    return { nowMs: row.now_ms, steadyMs: steady() };
  };
}
