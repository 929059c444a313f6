import "server-only";
import type { AnswerLookup, SearchEnd, StoredAnswer } from "../search-state";
import type { Reading, Store, Writing } from "../store";

const COLUMNS = "key, count, answered_at_ms, fresh_until_ms, keep_until_ms, body";

type Row = {
  key: string;
  count: number;
  answered_at_ms: number;
  fresh_until_ms: number;
  keep_until_ms: number;
  body: string;
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

/**
 * Creates the cached answers and refused queries. Losing them is safe but costs money. For
 * `keepsQueries` see `SearchStateSettings`. A body that is not JSON is damaged: it counts as missing,
 * and the next answer replaces it.
 */
export function createStoredAnswers(
  { isJson }: Pick<Store, "isJson">,
  { keepsQueries }: { keepsQueries: boolean },
) {
  const findBest = `
    SELECT ${COLUMNS}, is_fresh FROM (
      SELECT *, CASE WHEN fresh_until_ms > ?4 AND answered_at_ms >= ?5 THEN 1 ELSE 0 END AS is_fresh
      FROM answers
      WHERE (key = ?1 OR (family = ?2 AND count > ?3)) AND keep_until_ms > ?4
    ) AS servable
    WHERE ${isJson("body")}
    ORDER BY is_fresh DESC, CASE WHEN is_fresh = 1 AND key = ?1 THEN 1 ELSE 0 END DESC,
      answered_at_ms DESC
    LIMIT 1`;
  const findRecent = `
    SELECT ${COLUMNS}, query FROM answers
    WHERE query IS NOT NULL AND fresh_until_ms > ?1 AND ${isJson("body")}
    ORDER BY answered_at_ms DESC LIMIT ?2`;

  return {
    async find(transaction: Reading, { key, family, count, ageMsMax }: AnswerLookup) {
      const { nowMs } = transaction.time;
      const newSinceMs = ageMsMax === null ? 0 : nowMs - ageMsMax;
      const [row, refusal] = await Promise.all([
        transaction.get<Row & { is_fresh: number }>(
          findBest,
          key,
          family,
          count,
          nowMs,
          newSinceMs,
        ),
        transaction.get(
          "SELECT key FROM refusals WHERE key = ?1 AND refused_until_ms > ?2",
          key,
          nowMs,
        ),
      ]);
      const isFresh = row?.is_fresh === 1;
      return {
        answer: row === null ? null : toAnswer(row),
        isFresh,
        isRefused: !isFresh && refusal !== null,
      };
    },
    async recent(transaction: Reading, countMax: number) {
      const { nowMs } = transaction.time;
      const rows = await transaction.all<Row & { query: string }>(findRecent, nowMs, countMax);
      return rows.map((row) => ({ ...toAnswer(row), query: row.query }));
    },
    async put(
      transaction: Writing,
      key: string,
      answer: NonNullable<SearchEnd["answer"]>,
    ): Promise<void> {
      const { family, count, freshMs, keepMs, body } = answer;
      const { nowMs } = transaction.time;
      await transaction.run(
        `INSERT INTO answers (key, family, count, answered_at_ms, fresh_until_ms, keep_until_ms,
           bytes, body, query)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
         ON CONFLICT (key) DO UPDATE SET
           family = excluded.family, count = excluded.count, bytes = excluded.bytes,
           answered_at_ms = excluded.answered_at_ms, fresh_until_ms = excluded.fresh_until_ms,
           keep_until_ms = excluded.keep_until_ms, body = excluded.body, query = excluded.query
         WHERE excluded.answered_at_ms >= answers.answered_at_ms`,
        key,
        family,
        count,
        nowMs,
        nowMs + freshMs,
        nowMs + keepMs,
        Buffer.byteLength(body),
        body,
        keepsQueries ? (answer.query ?? null) : null,
      );
    },
    async putRefusal(transaction: Writing, key: string, refusedMs: number): Promise<void> {
      await transaction.run(
        `INSERT INTO refusals (key, refused_until_ms) VALUES (?1, ?2)
         ON CONFLICT (key) DO UPDATE SET refused_until_ms = excluded.refused_until_ms`,
        key,
        transaction.time.nowMs + refusedMs,
      );
    },
  };
}
