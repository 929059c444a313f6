import "server-only";
import type { AuthRecord, AuthRecordMatch, AuthRecords } from "../auth-records";
import type { Lock, Store, Writing } from "../store";
import { outcomeOf } from "./attempts";

/** People sign in rarely, so all writes share one lock. */
const LOCKS: readonly Lock[] = [{ kind: "sign-in", name: "" }];

const VALID = "(ends_at_ms IS NULL OR ends_at_ms > ?3)";

/** Creates the records of sign-in in a store with `SIGN_IN_TABLES`. */
export function createAuthRecords(store: Store): AuthRecords {
  const write = <T>(work: (transaction: Writing) => Promise<T>) =>
    store.write({ locks: LOCKS }, work);

  return {
    add: ({ kind, id, key, owner, endsAtMs, body }) =>
      write(async (transaction) => {
        // Also frees the keys of expired records.
        await transaction.run(
          "DELETE FROM auth_records WHERE ends_at_ms <= ?1",
          transaction.time.nowMs,
        );
        const added = await transaction.run(
          `INSERT INTO auth_records (kind, id, key, owner, ends_at_ms, body)
           VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT DO NOTHING`,
          kind,
          id,
          key,
          owner,
          endsAtMs,
          body,
        );
        return added === 1;
      }),
    find: (match) =>
      store.read((transaction) => {
        const { column, value } = conditionOf(match);
        return transaction.all<AuthRecord>(
          `SELECT kind, id, key, owner, ends_at_ms AS "endsAtMs", body FROM auth_records
           WHERE kind = ?1 AND ${column} = ?2 AND ${VALID} ORDER BY number DESC`,
          match.kind,
          value,
          transaction.time.nowMs,
        );
      }),
    replace: ({ kind, id, key, owner, endsAtMs, body }) =>
      write(async (transaction) => {
        const replaced = await transaction.run(
          `UPDATE auth_records SET key = ?3, owner = ?4, ends_at_ms = ?5, body = ?6
           WHERE kind = ?1 AND id = ?2 AND NOT EXISTS (
             SELECT 1 FROM auth_records AS other
             WHERE other.kind = ?1 AND other.key = ?3 AND other.id <> ?2
           )`,
          kind,
          id,
          key,
          owner,
          endsAtMs,
          body,
        );
        return replaced === 1;
      }),
    remove: (match) =>
      write(async (transaction) => {
        const { column, value } = conditionOf(match);
        const rows = await transaction.all<{ ends_at_ms: number | null }>(
          `DELETE FROM auth_records WHERE kind = ?1 AND ${column} = ?2 RETURNING ends_at_ms`,
          match.kind,
          value,
        );
        const { nowMs } = transaction.time;
        return rows.filter(({ ends_at_ms }) => ends_at_ms === null || ends_at_ms > nowMs).length;
      }),
    attempt: (windows) =>
      write(async (transaction) => {
        const { nowMs } = transaction.time;
        await transaction.run("DELETE FROM auth_attempts WHERE ends_at_ms <= ?1", nowMs);
        const counts = new Map<string, number>();
        for (const { key } of windows) {
          const row = await transaction.get<{ count: number }>(
            "SELECT count FROM auth_attempts WHERE key = ?1",
            key,
          );
          counts.set(key, row?.count ?? 0);
        }
        const { outcome, counted } = outcomeOf(windows, ({ key }) => counts.get(key) ?? 0);
        for (const { key, windowMs } of counted) {
          await transaction.run(
            `INSERT INTO auth_attempts (key, count, ends_at_ms) VALUES (?1, 1, ?2)
             ON CONFLICT (key) DO UPDATE SET count = auth_attempts.count + 1`,
            key,
            nowMs + windowMs,
          );
        }
        return outcome;
      }),
    forgetAttempts: (key) =>
      write(async (transaction) => {
        await transaction.run("DELETE FROM auth_attempts WHERE key = ?1", key);
      }),
  };
}

function conditionOf(match: AuthRecordMatch): { column: "id" | "key" | "owner"; value: string } {
  if ("id" in match) return { column: "id", value: match.id };
  return "key" in match
    ? { column: "key", value: match.key }
    : { column: "owner", value: match.owner };
}
