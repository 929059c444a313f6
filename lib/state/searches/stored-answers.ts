import "server-only";
import type { AnswerLookup, SearchEnd, StoredAnswer } from "../search-state";
import { type Sql, sql } from "../sql";
import type { Reading, Store, Writing } from "../store";

const COLUMNS = sql`key, count, answered_at_ms AS "answeredAtMs", fresh_until_ms AS "freshUntilMs",
  keep_until_ms AS "keepUntilMs", body`;

/**
 * Creates the cached answers and refused queries. Losing them is safe but costs money. For
 * `keepsQueries` see `SearchStateSettings`. A body that is not JSON is damaged: it counts as missing,
 * and the next answer replaces it.
 */
export function createStoredAnswers(
  { isJson }: Pick<Store, "isJson">,
  { keepsQueries }: { keepsQueries: boolean },
) {
  const isReadable: Sql = [isJson("body")];

  return {
    async find(transaction: Reading, { key, family, count, ageMsMax }: AnswerLookup) {
      const { nowMs } = transaction.time;
      const newSinceMs = ageMsMax === null ? 0 : nowMs - ageMsMax;
      const [row, refusal] = await Promise.all([
        transaction.get<StoredAnswer & { isFresh: number }>(
          ...sql`SELECT ${COLUMNS}, is_fresh AS "isFresh" FROM (
              SELECT *, CASE WHEN fresh_until_ms > ${nowMs} AND answered_at_ms >= ${newSinceMs}
                THEN 1 ELSE 0 END AS is_fresh
              FROM answers
              WHERE (key = ${key} OR (family = ${family} AND count > ${count}))
                AND keep_until_ms > ${nowMs}
            ) AS servable
            WHERE ${isReadable}
            ORDER BY is_fresh DESC, CASE WHEN is_fresh = 1 AND key = ${key} THEN 1 ELSE 0 END DESC,
              answered_at_ms DESC
            LIMIT 1`,
        ),
        transaction.get(
          ...sql`SELECT key FROM refusals WHERE key = ${key} AND refused_until_ms > ${nowMs}`,
        ),
      ]);
      if (row === null) return { answer: null, isFresh: false, isRefused: refusal !== null };
      const { isFresh, ...answer } = row;
      return { answer, isFresh: isFresh === 1, isRefused: isFresh === 0 && refusal !== null };
    },
    recent: (transaction: Reading, countMax: number) =>
      transaction.all<StoredAnswer & { query: string }>(
        ...sql`SELECT ${COLUMNS}, query FROM answers
          WHERE query IS NOT NULL AND fresh_until_ms > ${transaction.time.nowMs} AND ${isReadable}
          ORDER BY answered_at_ms DESC LIMIT ${countMax}`,
      ),
    async put(
      transaction: Writing,
      key: string,
      answer: NonNullable<SearchEnd["answer"]>,
    ): Promise<void> {
      const { family, count, freshMs, keepMs, body } = answer;
      const { nowMs } = transaction.time;
      await transaction.run(
        ...sql`INSERT INTO answers (key, family, count, answered_at_ms, fresh_until_ms, keep_until_ms,
           bytes, body, query)
         VALUES (${key}, ${family}, ${count}, ${nowMs}, ${nowMs + freshMs}, ${nowMs + keepMs},
           ${Buffer.byteLength(body)}, ${body}, ${keepsQueries ? (answer.query ?? null) : null})
         ON CONFLICT (key) DO UPDATE SET
           family = excluded.family, count = excluded.count, bytes = excluded.bytes,
           answered_at_ms = excluded.answered_at_ms, fresh_until_ms = excluded.fresh_until_ms,
           keep_until_ms = excluded.keep_until_ms, body = excluded.body, query = excluded.query
         WHERE excluded.answered_at_ms >= answers.answered_at_ms`,
      );
    },
    async putRefusal(transaction: Writing, key: string, refusedMs: number): Promise<void> {
      await transaction.run(
        ...sql`INSERT INTO refusals (key, refused_until_ms)
         VALUES (${key}, ${transaction.time.nowMs + refusedMs})
         ON CONFLICT (key) DO UPDATE SET refused_until_ms = excluded.refused_until_ms`,
      );
    },
  };
}
