import "server-only";
import { SERVER_THREAD_BUSY_MS, type SqliteDatabase } from "./sqlite";

/** After one lock timeout, further uses do not wait for a lock for this long. */
const COOLDOWN_MS = 1_000;

export type LockTimeout = {
  /** Adds a connection of the server's thread. */
  include(database: SqliteDatabase): void;
  /** Call before each use of a store: allows waiting again once the cooldown is over. */
  renew(): void;
  /** Call after a use that failed: if a lock timed out, the next uses do not wait. */
  record(cause: unknown): void;
};

/**
 * Creates one lock timeout for all connections of a thread. A paid search writes in half a dozen
 * places; if each waited for a locked store, the waits would add up. Reading never waits.
 */
export function createLockTimeout(): LockTimeout {
  const databases: SqliteDatabase[] = [];
  let timedOutAtMs: number | null = null;

  function setTimeouts(busyMs: number): void {
    for (const database of databases) {
      if (database.open) database.exec(`PRAGMA busy_timeout = ${busyMs}`);
    }
  }

  return {
    include(database) {
      databases.push(database);
    },
    renew() {
      if (timedOutAtMs === null || performance.now() - timedOutAtMs < COOLDOWN_MS) return;
      timedOutAtMs = null;
      setTimeouts(SERVER_THREAD_BUSY_MS);
    },
    record(cause) {
      const { code } = cause as { code?: unknown };
      if (typeof code !== "string" || !code.startsWith("SQLITE_BUSY")) return;
      if (timedOutAtMs === null) setTimeouts(0);
      timedOutAtMs = performance.now();
    },
  };
}
