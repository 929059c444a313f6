import { join } from "node:path";
import { openDatabase } from "@/lib/state/sqlite/database";
import { migrateStore } from "@/lib/state/sqlite/store-migrations";

/** Sets the time of a store. A jump moves the store's clock, but not the monotonic ones. */
export type SetTime = (nowMs: number, options?: { isJump?: boolean }) => Promise<void>;

/** Puts the SQLite store of a data folder on simulated time, for every process that opens it. */
export function simulateStoreTime(dataDir: string, startMs: number) {
  const database = openDatabase(join(dataDir, "vitrine.db"));
  migrateStore(database);
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
