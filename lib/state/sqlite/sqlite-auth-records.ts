import "server-only";
import { outcomeOf } from "../attempts";
import type { AuthRecord, AuthRecordMatch, AuthRecords } from "../auth-records";
import { inTransaction, retryWhileLocked, type SqliteDatabase } from "./database";

const COLUMNS = "kind, id, key, owner, ends_at_ms AS endsAtMs, body";
const NOW = "(SELECT now_ms FROM store_time)";

/** Creates the records of sign-in in `vitrine.db`, whose tables must have been migrated. */
export function createSqliteAuthRecords(database: SqliteDatabase): AuthRecords {
  const write = <T>(work: () => T) => retryWhileLocked(() => inTransaction(database, work));

  return {
    add: ({ kind, id, key, owner, endsAtMs, body }) =>
      write(() => {
        // Also frees the keys of records that have ended.
        database.prepare(`DELETE FROM auth_records WHERE ends_at_ms <= ${NOW}`).run();
        const { changes } = database
          .prepare(
            `INSERT OR IGNORE INTO auth_records (kind, id, key, owner, ends_at_ms, body)
             VALUES (?, ?, ?, ?, ?, ?)`,
          )
          .run(kind, id, key, owner, endsAtMs, body);
        return changes === 1;
      }),
    find: async (match) => {
      const { column, value } = conditionOf(match);
      return database
        .prepare(
          `SELECT ${COLUMNS} FROM auth_records
           WHERE kind = ? AND ${column} = ? AND (ends_at_ms IS NULL OR ends_at_ms > ${NOW})
           ORDER BY rowid DESC`,
        )
        .all(match.kind, value) as AuthRecord[];
    },
    replace: ({ kind, id, key, owner, endsAtMs, body }) =>
      write(() => {
        const { changes } = database
          .prepare(
            `UPDATE OR IGNORE auth_records SET key = ?, owner = ?, ends_at_ms = ?, body = ?
             WHERE kind = ? AND id = ?`,
          )
          .run(key, owner, endsAtMs, body, kind, id);
        return changes === 1;
      }),
    remove: (match) =>
      write(() => {
        const { column, value } = conditionOf(match);
        const rows = database
          .prepare(
            `DELETE FROM auth_records WHERE kind = ? AND ${column} = ?
             RETURNING ends_at_ms IS NULL OR ends_at_ms > ${NOW} AS isValid`,
          )
          .all(match.kind, value) as { isValid: number }[];
        return rows.filter(({ isValid }) => isValid === 1).length;
      }),
    attempt: (windows) =>
      write(() => {
        database.prepare(`DELETE FROM auth_attempts WHERE ends_at_ms <= ${NOW}`).run();
        const find = database.prepare("SELECT count FROM auth_attempts WHERE key = ?");
        const { outcome, counted } = outcomeOf(windows, ({ key }) => {
          const row = find.get(key) as { count: number } | undefined;
          return row?.count ?? 0;
        });
        const add = database.prepare(
          `INSERT INTO auth_attempts (key, count, ends_at_ms) VALUES (?, 1, ${NOW} + ?)
           ON CONFLICT (key) DO UPDATE SET count = count + 1`,
        );
        for (const { key, windowMs } of counted) add.run(key, windowMs);
        return outcome;
      }),
    forgetAttempts: (key) =>
      write(() => {
        database.prepare("DELETE FROM auth_attempts WHERE key = ?").run(key);
      }),
  };
}

function conditionOf(match: AuthRecordMatch): { column: "id" | "key" | "owner"; value: string } {
  if ("id" in match) return { column: "id", value: match.id };
  return "key" in match
    ? { column: "key", value: match.key }
    : { column: "owner", value: match.owner };
}
