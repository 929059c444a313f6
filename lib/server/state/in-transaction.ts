import "server-only";
import type { SqliteDatabase } from "./database";

/**
 * Runs `work` as one step that no other process's writing can come between; an exception undoes it.
 *
 * The write lock is taken first (BEGIN IMMEDIATE): a reader that later wants to write would be
 * refused at once if another had written in the meantime. `work` is synchronous, so that nothing
 * else of this process gets into the transaction either.
 */
export function inTransaction<T>(database: SqliteDatabase, work: () => T): T {
  database.exec("BEGIN IMMEDIATE");
  try {
    const result = work();
    database.exec("COMMIT");
    return result;
  } catch (error) {
    undo(database);
    throw error;
  }
}

/**
 * Ends a transaction that failed. A full or failing disk makes SQLite end it by itself, and a
 * ROLLBACK then fails too: never throws, so that the first error is the one that is told.
 */
export function undo(database: SqliteDatabase): void {
  try {
    database.exec("ROLLBACK");
  } catch {
    // There is no transaction left, or no disk: what failed before says which.
  }
}
