import "server-only";
import { join } from "node:path";
import { openDatabase, type SqliteDatabase } from "@/lib/platform/sqlite";

/**
 * Creates a check that rejects unless the store in `dataDir` can be written: only a write reveals a
 * full or read-only disk.
 */
export function createStoreCheck(dataDir: string): () => Promise<void> {
  let database: SqliteDatabase | null = null;
  return async () => {
    database ??= openDatabase(join(dataDir, "vitrine.db"), { on: "server-thread" });
    database.exec(
      "CREATE TABLE IF NOT EXISTS store_checks (id INTEGER PRIMARY KEY, checked_at_ms INTEGER) STRICT",
    );
    database
      .prepare("INSERT OR REPLACE INTO store_checks (id, checked_at_ms) VALUES (1, ?)")
      .run(Date.now());
  };
}
