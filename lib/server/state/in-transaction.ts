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
    database.exec("ROLLBACK");
    throw error;
  }
}
