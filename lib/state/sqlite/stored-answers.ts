import "server-only";
import type { AnswerLookup, SearchEnd, StoredAnswer } from "../search-state";
import type { SqliteDatabase } from "./database";

const BYTES_MAX = 64 * 1024 * 1024;
const PUTS_PER_PURGE = 50;

/** Refused queries are rows of their own, so that they never replace an answer. */
const REFUSAL = "refusal:";

/**
 * Creates the cached answers and refused queries of a store. Losing them is safe but costs money.
 * `keepsQueries` as in `SearchStateSettings`.
 */
export function createStoredAnswers(
  database: SqliteDatabase,
  { keepsQueries }: { keepsQueries: boolean },
) {
  // A body that is not JSON is damaged: it counts as missing, and the next answer replaces it.
  const find = database.prepare(
    `SELECT key, count, answered_at_ms, keep_until_ms, body,
       coalesce(fresh_until_ms, 0) AS fresh_until_ms,
       coalesce(fresh_until_ms, 0) > ?4 AND answered_at_ms >= ?5 AS is_fresh
     FROM answers
     WHERE (key = ?1 OR (family = ?2 AND count > ?3)) AND keep_until_ms > ?4 AND json_valid(body)
     ORDER BY is_fresh DESC, (is_fresh AND key = ?1) DESC, answered_at_ms DESC LIMIT 1`,
  );
  const findRefusal = database.prepare("SELECT 1 FROM answers WHERE key = ? AND keep_until_ms > ?");
  const put = database.prepare(
    `INSERT INTO answers (key, family, count, answered_at_ms, fresh_until_ms, keep_until_ms, bytes, body,
       query)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (key) DO UPDATE SET
       family = excluded.family, count = excluded.count, bytes = excluded.bytes,
       answered_at_ms = excluded.answered_at_ms, fresh_until_ms = excluded.fresh_until_ms,
       keep_until_ms = excluded.keep_until_ms, body = excluded.body, query = excluded.query
     WHERE excluded.answered_at_ms >= answers.answered_at_ms`,
  );
  const findRecent = database.prepare(
    `SELECT key, count, answered_at_ms, fresh_until_ms, keep_until_ms, body, query FROM answers
     WHERE query IS NOT NULL AND fresh_until_ms > ? AND json_valid(body)
     ORDER BY answered_at_ms DESC LIMIT ?`,
  );
  const deleteQueries = database.prepare("UPDATE answers SET query = NULL WHERE query IS NOT NULL");
  const dropEnded = database.prepare("DELETE FROM answers WHERE keep_until_ms <= ?");
  const sumBytes = database.prepare("SELECT coalesce(sum(bytes), 0) AS total FROM answers");
  const dropOldest = database.prepare(
    `DELETE FROM answers WHERE key IN (
       SELECT key FROM (
         SELECT key, sum(bytes) OVER (ORDER BY answered_at_ms DESC, key) AS kept FROM answers
       ) WHERE kept > ?
     )`,
  );
  let putsUntilPurge = 0;

  /** Deletes expired answers now and then, and the oldest ones until all fit the store. */
  function purge(nowMs: number): void {
    putsUntilPurge -= 1;
    if (putsUntilPurge >= 0) return;
    putsUntilPurge = PUTS_PER_PURGE;
    dropEnded.run(nowMs);
    if ((sumBytes.get() as { total: number }).total > BYTES_MAX) dropOldest.run(BYTES_MAX);
  }

  return {
    find({ key, family, count, ageMsMax }: AnswerLookup, nowMs: number) {
      const newSinceMs = ageMsMax === null ? 0 : nowMs - ageMsMax;
      const row = find.get(key, family, count, nowMs, newSinceMs) as Row | undefined;
      const isFresh = row?.is_fresh === 1;
      return {
        answer: row === undefined ? null : toAnswer(row),
        isFresh,
        isRefused: !isFresh && findRefusal.get(REFUSAL + key, nowMs) !== undefined,
      };
    },
    recent(countMax: number, nowMs: number) {
      const rows = findRecent.all(nowMs, countMax) as (Row & { query: string })[];
      return rows.map((row) => ({ ...toAnswer(row), query: row.query }));
    },
    put(key: string, answer: NonNullable<SearchEnd["answer"]>, nowMs: number): void {
      const { family, count, freshMs, keepMs, body } = answer;
      const bytes = Buffer.byteLength(body);
      const query = keepsQueries ? (answer.query ?? null) : null;
      put.run(key, family, count, nowMs, nowMs + freshMs, nowMs + keepMs, bytes, body, query);
      if (!keepsQueries) deleteQueries.run();
      purge(nowMs);
    },
    putRefusal(key: string, refusedMs: number, nowMs: number): void {
      put.run(REFUSAL + key, "", 0, nowMs, 0, nowMs + refusedMs, 0, "", null);
      purge(nowMs);
    },
  };
}

type Row = {
  key: string;
  count: number;
  answered_at_ms: number;
  fresh_until_ms: number;
  keep_until_ms: number;
  body: string;
  is_fresh: 0 | 1;
};

function toAnswer(row: Row): StoredAnswer {
  return {
    key: row.key,
    count: row.count,
    answeredAtMs: row.answered_at_ms,
    freshUntilMs: row.fresh_until_ms,
    keepUntilMs: row.keep_until_ms,
    body: row.body,
  };
}
