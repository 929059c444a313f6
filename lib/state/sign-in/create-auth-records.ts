import "server-only";
import type { AttemptWindow, AuthRecord, AuthRecordMatch, AuthRecords } from "../auth-records";
import { type Sql, sql } from "../sql";
import type { Lock, Store, Writing } from "../store";
import { decideAttempt } from "./attempts";

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
    attempt: (windows) =>
      write(async (transaction) => {
        const { nowMs } = transaction.time;
        await transaction.run(...sql`DELETE FROM auth_attempts WHERE ends_at_ms <= ${nowMs}`);
        const none = { count: 0, endsAtMs: nowMs };
        const rows = new Map<string, typeof none>();
        for (const { key } of windows) {
          const row = await transaction.get<typeof none>(
            ...sql`SELECT count, ends_at_ms AS "endsAtMs" FROM auth_attempts WHERE key = ${key}`,
          );
          rows.set(key, row ?? none);
        }
        const countedIn = ({ key }: AttemptWindow) => rows.get(key) ?? none;
        const { decision, counted } = decideAttempt(windows, countedIn, nowMs);
        for (const { key, windowMs } of counted) {
          await transaction.run(
            ...sql`INSERT INTO auth_attempts (key, count, ends_at_ms)
             VALUES (${key}, 1, ${nowMs + windowMs})
             ON CONFLICT (key) DO UPDATE SET count = auth_attempts.count + 1`,
          );
        }
        return decision;
      }),
    forgetAttempts: (key) =>
      write(async (transaction) => {
        await transaction.run(...sql`DELETE FROM auth_attempts WHERE key = ${key}`);
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
