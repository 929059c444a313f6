import "server-only";
import { SERVER_THREAD_BUSY_MS, type SqliteDatabase } from "./sqlite";

/** After one wait in vain, nothing waits again so soon. */
const REST_MS = 1_000;

export type LockTimeout = {
  /** Takes in a connection of the server's thread. */
  include(database: SqliteDatabase): void;
  /** Before each use of a store. */
  renew(): void;
  /** After a use that failed: was it a wait in vain? */
  note(cause: unknown): void;
};

/**
 * What all connections of one thread may wait for locks together. A paid search writes in half a
 * dozen places; if each waited for a store that is held, their waits would add up to what the short
 * timeout is there to prevent. Reading never waits, and goes on.
 */
export function createLockTimeout(): LockTimeout {
  const databases: SqliteDatabase[] = [];
  let isSpent = false;
  let spentAtMs = 0;

  function wait(busyMs: number): void {
    for (const database of databases) {
      if (database.open) database.exec(`PRAGMA busy_timeout = ${busyMs}`);
    }
  }

  return {
    include(database) {
      databases.push(database);
    },
    renew() {
      if (!isSpent || performance.now() - spentAtMs < REST_MS) return;
      isSpent = false;
      wait(SERVER_THREAD_BUSY_MS);
    },
    note(cause) {
      const { code } = cause as { code?: unknown };
      if (typeof code !== "string" || !code.startsWith("SQLITE_BUSY")) return;
      spentAtMs = performance.now();
      if (!isSpent) wait(0);
      isSpent = true;
    },
  };
}
