import "server-only";
import { inTransaction, migrate, type SqliteDatabase } from "@/lib/platform/sqlite";
import { type AnswerRecord, type AnswerStore, LARGER_MAX } from "./answer-store";

const STEPS = [
  `CREATE TABLE answers (
     key TEXT PRIMARY KEY,
     family TEXT NOT NULL,
     count INTEGER NOT NULL,
     answered_at_ms INTEGER NOT NULL,
     keep_until_ms INTEGER NOT NULL,
     bytes INTEGER NOT NULL,
     body TEXT NOT NULL
   ) STRICT;
   CREATE INDEX answers_family ON answers (family, count);
   CREATE INDEX answers_age ON answers (answered_at_ms, bytes);
   CREATE INDEX answers_end ON answers (keep_until_ms);`,
];

const COLUMNS = `key, family, count, answered_at_ms AS answeredAtMs,
  keep_until_ms AS keepUntilMs, body`;

/** Creates a store in SQLite: answers survive a restart, and processes on one file share them. */
export function createSqliteAnswerStore(
  database: SqliteDatabase,
  { bytesMax }: { bytesMax: number },
): AnswerStore {
  migrate(database, "answers", STEPS);
  const find = database.prepare(`SELECT ${COLUMNS} FROM answers WHERE key = ?`);
  const stamp = database.prepare("SELECT answered_at_ms AS stamp FROM answers WHERE key = ?");
  const findLarger = database.prepare(
    `SELECT ${COLUMNS} FROM answers WHERE family = ? AND count > ?
     ORDER BY answered_at_ms DESC LIMIT ${LARGER_MAX}`,
  );
  const put = database.prepare(
    `INSERT INTO answers (key, family, count, answered_at_ms, keep_until_ms, bytes, body)
     VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (key) DO UPDATE SET
       family = excluded.family, count = excluded.count, bytes = excluded.bytes,
       answered_at_ms = excluded.answered_at_ms, keep_until_ms = excluded.keep_until_ms,
       body = excluded.body
     WHERE excluded.answered_at_ms >= answers.answered_at_ms`,
  );
  const dropEnded = database.prepare("DELETE FROM answers WHERE keep_until_ms <= ?");
  const sumBytes = database.prepare("SELECT coalesce(sum(bytes), 0) AS total FROM answers");
  const dropOldest = database.prepare(
    `DELETE FROM answers WHERE key IN (
       SELECT key FROM (
         SELECT key, sum(bytes) OVER (ORDER BY answered_at_ms DESC, key) AS kept FROM answers
       ) WHERE kept > ?
     )`,
  );

  return {
    find: async (key) => {
      const row = find.get(key);
      return row === undefined ? null : toRecord(row);
    },
    stampOf: async (key) => (stamp.get(key) as { stamp: number } | undefined)?.stamp ?? null,
    findLarger: async (family, count) => findLarger.all(family, count).map(toRecord),
    put: async ({ key, family, count, answeredAtMs, keepUntilMs, body }) => {
      put.run(key, family, count, answeredAtMs, keepUntilMs, Buffer.byteLength(body), body);
    },
    purge: async (nowMs) =>
      inTransaction(database, () => {
        dropEnded.run(nowMs);
        if ((sumBytes.get() as { total: number }).total > bytesMax) dropOldest.run(bytesMax);
      }),
  };
}

/** libsql adds a field of its own to the rows it returns. */
function toRecord(row: unknown): AnswerRecord {
  const { key, family, count, answeredAtMs, keepUntilMs, body } = row as AnswerRecord;
  return { key, family, count, answeredAtMs, keepUntilMs, body };
}
