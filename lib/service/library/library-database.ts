import "server-only";
import { join } from "node:path";
import { migrate, openDatabase, type SqliteDatabase } from "@/lib/server/state/database";
import { LIBRARY_MIGRATIONS } from "./schema";

/** Opens the library kept in `dataDir`; several threads and processes may at once. */
export function openLibraryDatabase(dataDir: string): SqliteDatabase {
  return withTables(openDatabase(join(dataDir, "vitrine.db")));
}

/** An empty library that lives as long as the process. */
export function openMemoryLibrary(): SqliteDatabase {
  return withTables(openDatabase(":memory:"));
}

function withTables(database: SqliteDatabase): SqliteDatabase {
  migrate(database, "library", LIBRARY_MIGRATIONS);
  return database;
}
