import { join } from "node:path";
import { migratePostgres } from "@/lib/state/postgres/migrate-postgres";
import { createPostgresDatabase } from "@/lib/state/postgres/postgres-database";
import { POSTGRES_SCHEMA } from "@/lib/state/postgres/postgres-schema";
import { migrate, openDatabase } from "@/lib/state/sqlite/database";
import { SQLITE_SCHEMA } from "@/lib/state/sqlite/sqlite-schema";

/** Sets the time of a store. A jump moves the store's clock, but not the monotonic ones. */
export type SetTime = (nowMs: number, options?: { isJump?: boolean }) => Promise<void>;

/** Puts the SQLite store of a data folder on simulated time, for every process that opens it. */
export function simulateStoreTime(dataDir: string, startMs: number) {
  const database = openDatabase(join(dataDir, "vitrine.db"));
  migrate(database, SQLITE_SCHEMA);
  database.exec(
    `BEGIN IMMEDIATE;
     CREATE TABLE IF NOT EXISTS simulated_time (now_ms INTEGER NOT NULL, monotonic_ms INTEGER NOT NULL);
     DELETE FROM simulated_time;
     INSERT INTO simulated_time VALUES (${startMs}, 0);
     DROP VIEW store_time;
     CREATE VIEW store_time AS SELECT now_ms, monotonic_ms FROM simulated_time;
     COMMIT`,
  );
  const set = database.prepare(
    `UPDATE simulated_time SET now_ms = ?1,
       monotonic_ms = monotonic_ms + CASE WHEN ?2 THEN 0 ELSE max(0, ?1 - now_ms) END`,
  );
  const setTime: SetTime = async (nowMs, { isJump = false } = {}) => {
    set.run(nowMs, isJump ? 1 : 0);
  };
  return { setTime, close: () => database.close() };
}

/** Puts the PostgreSQL store of a database on simulated time, for every process that opens it. */
export async function simulatePostgresTime(url: string, startMs: number) {
  const database = createPostgresDatabase(url);
  await migratePostgres(database, POSTGRES_SCHEMA);
  await database.run((sql) =>
    sql.unsafe(
      `CREATE TABLE vitrine.simulated_time (now_ms bigint NOT NULL, monotonic_ms bigint NOT NULL);
       INSERT INTO vitrine.simulated_time VALUES (${startMs}, 0);
       CREATE OR REPLACE VIEW vitrine.store_time AS
         SELECT now_ms, monotonic_ms FROM vitrine.simulated_time;`,
    ),
  );
  const setTime: SetTime = async (nowMs, { isJump = false } = {}) => {
    await database.run(
      (sql) => sql`
        UPDATE vitrine.simulated_time SET now_ms = ${nowMs}, monotonic_ms = monotonic_ms
          + CASE WHEN ${isJump} THEN 0 ELSE greatest(0, ${nowMs} - now_ms) END`,
    );
  };
  return { setTime, close: database.close };
}
