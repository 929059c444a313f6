import "server-only";
import type { Invitation, NewInvitation } from "../account-state";
import type { Reading, Writing } from "../store";
import { assertInserted, INVITATION_MS } from "./account-records";

const COLUMNS =
  'id, email, role, plan, created_at_ms AS "createdAtMs", expires_at_ms AS "expiresAtMs"';

export async function insertInvitation(
  transaction: Writing,
  { id, tokenDigest, email, role, plan }: NewInvitation,
): Promise<void> {
  const { nowMs } = transaction.time;
  const inserted = await transaction.run(
    `INSERT INTO invitations (id, token_digest, email, role, plan, created_at_ms, expires_at_ms)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT DO NOTHING`,
    id,
    tokenDigest,
    email,
    role,
    plan,
    nowMs,
    nowMs + INVITATION_MS,
  );
  assertInserted(inserted);
}

/** Returns open invitations; the newest first. */
export function listInvitations(transaction: Reading): Promise<Invitation[]> {
  return transaction.all(
    `SELECT ${COLUMNS} FROM invitations WHERE expires_at_ms > ?1
     ORDER BY created_at_ms DESC, id DESC`,
    transaction.time.nowMs,
  );
}

/** Returns null if there is no such invitation, or it has expired. */
export function findInvitation(
  transaction: Reading,
  tokenDigest: string,
): Promise<Invitation | null> {
  return transaction.get(
    `SELECT ${COLUMNS} FROM invitations WHERE token_digest = ?1 AND expires_at_ms > ?2`,
    tokenDigest,
    transaction.time.nowMs,
  );
}

export async function deleteInvitation(transaction: Writing, id: string): Promise<boolean> {
  return (await transaction.run("DELETE FROM invitations WHERE id = ?1", id)) === 1;
}
