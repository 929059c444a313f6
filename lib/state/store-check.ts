import "server-only";
import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { join } from "node:path";
import { openDatabase, type SqliteDatabase } from "@/lib/state/sqlite/database";

/** Checks that the store in `dataDir` is readable and that this user may write it. Does not write. */
export function createStoreCheck(dataDir: string): () => Promise<void> {
  let database: SqliteDatabase | null = null;
  return async () => {
    const path = join(dataDir, "vitrine.db");
    database ??= openDatabase(path, { busyMs: 250 });
    database.prepare("SELECT count(*) FROM sqlite_schema").get();
    await access(path, constants.R_OK | constants.W_OK);
  };
}
