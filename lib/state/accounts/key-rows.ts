import "server-only";
import type { ApiKey, KeySort, OwnedKey } from "@/lib/contract/account";
import type { KeyList, NewKey } from "../account-state";
import { countRows, type Sql, sql, sqlContains } from "../sql";
import type { Reading, Writing } from "../store";
import { assertInserted, LISTED_KEY_MS, stateOfKey } from "./account-records";

type KeyRow = Omit<ApiKey, "scopes" | "sites" | "state"> & {
  scopes: string;
  sites: string;
  isDisabled: number;
};

const COLUMNS = sql`id, account, name, note, prefix, scopes, sites, created_at_ms AS "createdAtMs",
  expires_at_ms AS "expiresAtMs", revoked_at_ms AS "revokedAtMs", last_used_at_ms AS "lastUsedAtMs",
  is_disabled AS "isDisabled"`;

/** The condition that a key works. */
export const works = (nowMs: number): Sql =>
  sql`(revoked_at_ms IS NULL OR revoked_at_ms > ${nowMs})
    AND (expires_at_ms IS NULL OR expires_at_ms > ${nowMs})`;

/** Selects the keys of an account (null: any) that work or have ended lately. */
function listedKeys({ time }: Reading, account: string | null, text: string): Sql {
  const sinceMs = time.nowMs - LISTED_KEY_MS;
  return sql`FROM api_keys WHERE account = coalesce(${account}, account)
    AND (${sqlContains(sql`name`, text)} OR ${sqlContains(sql`prefix`, text)}
      OR account IN (SELECT id FROM accounts WHERE ${sqlContains(sql`email_key`, text)}))
    AND (revoked_at_ms IS NULL OR revoked_at_ms >= ${sinceMs})
    AND (expires_at_ms IS NULL OR expires_at_ms >= ${sinceMs})`;
}

export async function insertKey(transaction: Writing, key: NewKey): Promise<void> {
  const { id, account, digest, name, note, prefix, scopes, sites, expiresAtMs } = key;
  const inserted = await transaction.run(
    ...sql`INSERT INTO api_keys
        (id, account, digest, name, note, prefix, scopes, sites, created_at_ms, expires_at_ms)
      VALUES (${id}, ${account}, ${digest}, ${name}, ${note}, ${prefix}, ${JSON.stringify(scopes)},
        ${JSON.stringify(sites)}, ${transaction.time.nowMs}, ${expiresAtMs})
      ON CONFLICT DO NOTHING`,
  );
  assertInserted(inserted);
}

/** Counts the keys of an account (null: any) that work, also rotated ones until they end. */
export function countKeys(transaction: Reading, account: string | null): Promise<number> {
  const owned = account === null ? sql`` : sql`account = ${account} AND`;
  return countRows(transaction, sql`FROM api_keys WHERE ${owned} ${works(transaction.time.nowMs)}`);
}

const ORDERS: Readonly<Record<KeySort, Sql>> = {
  newest: sql`created_at_ms DESC, id DESC`,
  name: sql`lower(name), id`,
  used: sql`coalesce(last_used_at_ms, 0) DESC, id DESC`,
};

/** Returns a page of keys, and how many there are. */
export async function listKeys(
  transaction: Reading,
  { account, offset, limit, text = "", sort = "newest" }: KeyList,
): Promise<{ keys: OwnedKey[]; count: number }> {
  const listed = listedKeys(transaction, account, text);
  const [rows, count] = await Promise.all([
    transaction.all<KeyRow & { owner: string }>(
      ...sql`SELECT ${COLUMNS},
          (SELECT email FROM accounts WHERE accounts.id = api_keys.account) AS owner
        ${listed} ORDER BY ${ORDERS[sort]} LIMIT ${limit} OFFSET ${offset}`,
    ),
    countRows(transaction, listed),
  ]);
  return { keys: rows.map((row) => toKey(row, transaction.time.nowMs)), count };
}

export async function findKey(
  transaction: Reading,
  id: string,
  account: string | null,
): Promise<ApiKey | null> {
  // PostgreSQL refuses a NUL in a text.
  if (id.includes("\0")) return null;
  const row = await transaction.get<KeyRow>(
    ...sql`SELECT ${COLUMNS} FROM api_keys
      WHERE id = ${id} AND account = coalesce(${account}, account)`,
  );
  return row && toKey(row, transaction.time.nowMs);
}

/** Changes the name, the note or the suspension of a key. */
export async function updateKey(
  transaction: Writing,
  { id, name, note }: ApiKey,
  isDisabled: boolean,
): Promise<void> {
  await transaction.run(
    ...sql`UPDATE api_keys SET name = ${name}, note = ${note}, is_disabled = ${isDisabled ? 1 : 0}
      WHERE id = ${id}`,
  );
}

/** Ends a key at this time; an earlier end stays. */
export async function endKey(transaction: Writing, id: string, atMs: number): Promise<void> {
  await transaction.run(
    ...sql`UPDATE api_keys SET revoked_at_ms = ${atMs}
      WHERE id = ${id} AND (revoked_at_ms IS NULL OR revoked_at_ms > ${atMs})`,
  );
}

function toKey<Row extends KeyRow>({ scopes, sites, isDisabled, ...row }: Row, nowMs: number) {
  return {
    ...row,
    scopes: JSON.parse(scopes),
    sites: JSON.parse(sites),
    state: stateOfKey(row, isDisabled !== 0, nowMs),
  };
}
