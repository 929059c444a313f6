import "server-only";
import { join } from "node:path";
import { migrate, openDatabase, type SqliteDatabase } from "@/lib/platform/sqlite";
import { LIBRARY_MIGRATIONS } from "./schema";

/**
 * The library's file in `dataDir`. It is not the store's (`vitrine.db`): a scan writes for hours, and
 * what a search depends on must not wait for it (docs/decisions/0013-two-database-files.md).
 */
export function libraryPath(dataDir: string): string {
  return join(dataDir, "library.db");
}

/** Opens the library kept in `dataDir`; several threads and processes may at once. */
export function openLibraryDatabase(dataDir: string): SqliteDatabase {
  return withTables(openDatabase(libraryPath(dataDir)));
}

/** An empty library that lives as long as the process. */
export function openMemoryLibrary(): SqliteDatabase {
  return withTables(openDatabase(":memory:"));
}

function withTables(database: SqliteDatabase): SqliteDatabase {
  migrate(database, "library", LIBRARY_MIGRATIONS);
  return database;
}
