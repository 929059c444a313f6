import "server-only";
import type { ApiKey, NewKey, Page } from "../account-state";
import type { Reading, Writing } from "../store";
import { assertInserted, ENDED_KEY_MS, stateOfKey } from "./account-records";

type KeyRow = Omit<ApiKey, "scopes" | "sites" | "state"> & { scopes: string; sites: string };

const COLUMNS = `id, account, name, prefix, scopes, sites, created_at_ms AS "createdAtMs",
  expires_at_ms AS "expiresAtMs", revoked_at_ms AS "revokedAtMs", last_used_at_ms AS "lastUsedAtMs"`;

/** The condition that a key works at the time `?1`. */
export const WORKS =
  "(revoked_at_ms IS NULL OR revoked_at_ms > ?1) AND (expires_at_ms IS NULL OR expires_at_ms > ?1)";

/** The condition that a key of the account `?1` (null: any) has not ended before the time `?2`. */
const LISTED = `account = coalesce(?1, account)
  AND (revoked_at_ms IS NULL OR revoked_at_ms >= ?2)
  AND (expires_at_ms IS NULL OR expires_at_ms >= ?2)`;

export async function insertKey(transaction: Writing, key: NewKey): Promise<void> {
  const inserted = await transaction.run(
    `INSERT INTO api_keys
       (id, account, digest, name, prefix, scopes, sites, created_at_ms, expires_at_ms)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9) ON CONFLICT DO NOTHING`,
    key.id,
    key.account,
    key.digest,
    key.name,
    key.prefix,
    JSON.stringify(key.scopes),
    JSON.stringify(key.sites),
    transaction.time.nowMs,
    key.expiresAtMs,
  );
  assertInserted(inserted);
}

/** Counts the keys that the plan limits; a rotated key does not count. */
export async function countKeys(transaction: Reading, account: string): Promise<number> {
  const row = await transaction.get<{ count: number }>(
    `SELECT count(*) AS count FROM api_keys
     WHERE account = ?2 AND revoked_at_ms IS NULL AND ${WORKS}`,
    transaction.time.nowMs,
    account,
  );
  return row?.count ?? 0;
}

/** Returns a page of keys; the newest first. */
export async function listKeys(
  transaction: Reading,
  { account, offset, limit }: { account: string | null } & Page,
): Promise<ApiKey[]> {
  const { nowMs } = transaction.time;
  const rows = await transaction.all<KeyRow>(
    `SELECT ${COLUMNS} FROM api_keys WHERE ${LISTED}
     ORDER BY created_at_ms DESC, id DESC LIMIT ?3 OFFSET ?4`,
    account,
    nowMs - ENDED_KEY_MS,
    limit,
    offset,
  );
  return rows.map((row) => toKey(row, nowMs));
}

export async function countListedKeys(
  transaction: Reading,
  account: string | null,
): Promise<number> {
  const row = await transaction.get<{ count: number }>(
    `SELECT count(*) AS count FROM api_keys WHERE ${LISTED}`,
    account,
    transaction.time.nowMs - ENDED_KEY_MS,
  );
  return row?.count ?? 0;
}

export async function findKey(
  transaction: Reading,
  id: string,
  account: string | null,
): Promise<ApiKey | null> {
  const row = await transaction.get<KeyRow>(
    `SELECT ${COLUMNS} FROM api_keys WHERE id = ?1 AND account = coalesce(?2, account)`,
    id,
    account,
  );
  return row && toKey(row, transaction.time.nowMs);
}

export async function findDigest(
  transaction: Reading,
  id: string,
  account: string,
): Promise<string | null> {
  const row = await transaction.get<{ digest: string }>(
    "SELECT digest FROM api_keys WHERE id = ?1 AND account = ?2",
    id,
    account,
  );
  return row?.digest ?? null;
}

/** Ends a key at this time; an earlier end stays. */
export async function endKey(transaction: Writing, id: string, atMs: number): Promise<void> {
  await transaction.run(
    `UPDATE api_keys SET revoked_at_ms = ?2
     WHERE id = ?1 AND (revoked_at_ms IS NULL OR revoked_at_ms > ?2)`,
    id,
    atMs,
  );
}

function toKey({ scopes, sites, ...row }: KeyRow, nowMs: number): ApiKey {
  return {
    ...row,
    scopes: JSON.parse(scopes),
    sites: JSON.parse(sites),
    state: stateOfKey(row, nowMs),
  };
}
