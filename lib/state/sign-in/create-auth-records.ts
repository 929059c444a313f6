import "server-only";
import type { AuthRecord, AuthRecordMatch, AuthRecords } from "../auth-records";
import { countInWindows, dropEndedWindows, findWindows } from "../limit-windows";
import { type Sql, sql } from "../sql";
import type { Lock, Store, Writing } from "../store";
import { decideAttempt } from "./attempts";

/** The tables of `AuthRecords`, for both databases (`toPostgresTables`). */
export const SIGN_IN_TABLES = `
CREATE TABLE auth_records (
  number INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  key TEXT NOT NULL,
  owner TEXT NOT NULL,
  ends_at_ms INTEGER,
  body TEXT NOT NULL,
  UNIQUE (kind, id),
  UNIQUE (kind, key)
) STRICT;
CREATE INDEX auth_records_owner ON auth_records (kind, owner);
CREATE INDEX auth_records_end ON auth_records (ends_at_ms) WHERE ends_at_ms IS NOT NULL;
`;

/** People sign in rarely, so all writes share one lock. */
const LOCKS: readonly Lock[] = [{ kind: "sign-in", name: "" }];

/** Creates the records of sign-in in a store with `SIGN_IN_TABLES`. */
export function createAuthRecords(store: Store): AuthRecords {
  const write = <T>(work: (transaction: Writing) => Promise<T>) =>
    store.write({ locks: LOCKS }, work);

  return {
    add: ({ kind, id, key, owner, endsAtMs, body }) =>
      write(async (transaction) => {
        // Also frees the keys of expired records.
        await transaction.run(
          ...sql`DELETE FROM auth_records WHERE ends_at_ms <= ${transaction.time.nowMs}`,
        );
        const added = await transaction.run(
          ...sql`INSERT INTO auth_records (kind, id, key, owner, ends_at_ms, body)
           VALUES (${kind}, ${id}, ${key}, ${owner}, ${endsAtMs}, ${body}) ON CONFLICT DO NOTHING`,
        );
        return added === 1;
      }),
    find: (match) =>
      store.read((transaction) =>
        transaction.all<AuthRecord>(
          ...sql`SELECT kind, id, key, owner, ends_at_ms AS "endsAtMs", body FROM auth_records
           WHERE ${conditionOf(match)}
             AND (ends_at_ms IS NULL OR ends_at_ms > ${transaction.time.nowMs})
           ORDER BY number DESC`,
        ),
      ),
    replace: ({ kind, id, key, owner, endsAtMs, body }) =>
      write(async (transaction) => {
        const replaced = await transaction.run(
          ...sql`UPDATE auth_records SET key = ${key}, owner = ${owner},
             ends_at_ms = ${endsAtMs}, body = ${body}
           WHERE kind = ${kind} AND id = ${id} AND NOT EXISTS (
             SELECT 1 FROM auth_records AS other
             WHERE other.kind = ${kind} AND other.key = ${key} AND other.id <> ${id}
           )`,
        );
        return replaced === 1;
      }),
    remove: (match) =>
      write(async (transaction) => {
        const rows = await transaction.all<{ ends_at_ms: number | null }>(
          ...sql`DELETE FROM auth_records WHERE ${conditionOf(match)} RETURNING ends_at_ms`,
        );
        const { nowMs } = transaction.time;
        return rows.filter(({ ends_at_ms }) => ends_at_ms === null || ends_at_ms > nowMs).length;
      }),
    async attempt(windows) {
      await dropEndedWindows(store);
      return write(async (transaction) => {
        const uses = await findWindows(transaction, windows);
        const { decision, counted } = decideAttempt(windows, uses, transaction.time.nowMs);
        await countInWindows(transaction, counted);
        return decision;
      });
    },
    forgetAttempts: (key) =>
      write(async (transaction) => {
        await transaction.run(...sql`DELETE FROM limit_windows WHERE key = ${key}`);
      }),
  };
}

function conditionOf(match: AuthRecordMatch): Sql {
  const kind = sql`kind = ${match.kind}`;
  if ("id" in match) return sql`${kind} AND id = ${match.id}`;
  return "key" in match
    ? sql`${kind} AND key = ${match.key}`
    : sql`${kind} AND owner = ${match.owner}`;
}
