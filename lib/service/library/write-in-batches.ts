import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { inTransaction, type SqliteDatabase } from "@/lib/platform/sqlite";

/** Some 10 ms of deleting pictures with their words. */
const ITEMS_MAX = 500;

/** Long enough for all who wait to look again: SQLite looks every 100 ms at the latest. */
const PAUSE_MS_MAX = 100;

/**
 * Writes any number of items, a transaction for every few hundred: the write lock is never held for
 * long. Between two of them others get as much time as the last one took, since SQLite's lock has
 * no queue, and whoever takes it again at once would starve those who wait. A crash leaves the
 * items of whole transactions written.
 */
export async function writeInBatches<Item>(
  database: SqliteDatabase,
  items: readonly Item[],
  write: (item: Item) => void,
): Promise<void> {
  for (let start = 0; start < items.length; start += ITEMS_MAX) {
    const startMs = performance.now();
    inTransaction(database, () => {
      for (const item of items.slice(start, start + ITEMS_MAX)) write(item);
    });
    if (start + ITEMS_MAX < items.length) {
      await sleep(Math.min(performance.now() - startMs, PAUSE_MS_MAX));
    }
  }
}
