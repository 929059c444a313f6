import "server-only";
import { outcomeOf } from "../attempts";
import type { AttemptWindow, AuthRecord, AuthRecordMatch, AuthRecords } from "../auth-records";
import { type PostgresDatabase, PostgresFailure, type Sql } from "./postgres-database";

const UNIQUE_VIOLATION = "23505";

/** Creates the records of sign-in over a `database` that was migrated with `AUTH_SCHEMA`. */
export function createPostgresAuthRecords(database: PostgresDatabase): AuthRecords {
  const matching = (sql: Sql, match: AuthRecordMatch) => {
    if ("id" in match) return sql`kind = ${match.kind} AND id = ${match.id}`;
    return "key" in match
      ? sql`kind = ${match.kind} AND key = ${match.key}`
      : sql`kind = ${match.kind} AND owner = ${match.owner}`;
  };

  return {
    add: ({ kind, id, key, owner, endsAtMs, body }) =>
      database.run((sql) =>
        sql.begin(async (transaction) => {
          // Also frees the keys of records that have ended.
          await transaction`
            DELETE FROM vitrine.auth_records WHERE ctid IN (
              SELECT ctid FROM vitrine.auth_records WHERE ends_at_ms <= vitrine.now_ms()
              FOR UPDATE SKIP LOCKED
            )`;
          const added = await transaction`
            INSERT INTO vitrine.auth_records (kind, id, key, owner, ends_at_ms, body)
            VALUES (${kind}, ${id}, ${key}, ${owner}, ${endsAtMs}, ${body})
            ON CONFLICT DO NOTHING RETURNING id`;
          return added.length === 1;
        }),
      ),
    find: (match) =>
      database.run(
        (sql) => sql<AuthRecord[]>`
          SELECT kind, id, key, owner, ends_at_ms AS "endsAtMs", body FROM vitrine.auth_records
          WHERE ${matching(sql, match)} AND (ends_at_ms IS NULL OR ends_at_ms > vitrine.now_ms())
          ORDER BY number DESC`,
      ),
    async replace({ kind, id, key, owner, endsAtMs, body }) {
      try {
        const { count } = await database.run(
          (sql) => sql`
            UPDATE vitrine.auth_records
            SET key = ${key}, owner = ${owner}, ends_at_ms = ${endsAtMs}, body = ${body}
            WHERE kind = ${kind} AND id = ${id}`,
        );
        return count === 1;
      } catch (cause) {
        if (cause instanceof PostgresFailure && cause.code === UNIQUE_VIOLATION) return false;
        throw cause;
      }
    },
    async remove(match) {
      const removed = await database.run(
        (sql) => sql<{ isValid: boolean }[]>`
          DELETE FROM vitrine.auth_records WHERE ${matching(sql, match)}
          RETURNING (ends_at_ms IS NULL OR ends_at_ms > vitrine.now_ms()) AS "isValid"`,
      );
      return removed.filter(({ isValid }) => isValid).length;
    },
    attempt: (windows) =>
      database.run((sql) =>
        sql.begin(async (transaction) => {
          await transaction`
            DELETE FROM vitrine.auth_attempts WHERE ctid IN (
              SELECT ctid FROM vitrine.auth_attempts WHERE ends_at_ms <= vitrine.now_ms()
              FOR UPDATE SKIP LOCKED
            )`;
          const counts = new Map<string, number>();
          // Locks the windows; always in the same order, or two attempts could wait for each other.
          for (const { key, windowMs } of windows.toSorted(byKey)) {
            const [row] = await transaction<{ count: number }[]>`
              INSERT INTO vitrine.auth_attempts AS old (key, count, ends_at_ms)
              VALUES (${key}, 0, vitrine.now_ms() + ${windowMs})
              ON CONFLICT (key) DO UPDATE SET
                count = CASE WHEN old.ends_at_ms > vitrine.now_ms() THEN old.count ELSE 0 END,
                ends_at_ms = CASE WHEN old.ends_at_ms > vitrine.now_ms()
                  THEN old.ends_at_ms ELSE excluded.ends_at_ms END
              RETURNING count`;
            counts.set(key, row?.count ?? 0);
          }
          const { outcome, counted } = outcomeOf(windows, ({ key }) => counts.get(key) ?? 0);
          for (const { key } of counted) {
            await transaction`
              UPDATE vitrine.auth_attempts SET count = count + 1 WHERE key = ${key}`;
          }
          return outcome;
        }),
      ),
    async forgetAttempts(key) {
      await database.run((sql) => sql`DELETE FROM vitrine.auth_attempts WHERE key = ${key}`);
    },
  };
}

function byKey({ key: one }: AttemptWindow, { key: other }: AttemptWindow): number {
  return one < other ? -1 : 1;
}
