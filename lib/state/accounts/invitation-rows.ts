import "server-only";
import type { Invitation } from "@/lib/contract/account";
import { INVITATION_MS, type NewInvitation } from "../account-state";
import { sql } from "../sql";
import type { Reading, Writing } from "../store";
import { assertInserted } from "./account-records";

const COLUMNS = sql`id, email, role, plan, created_at_ms AS "createdAtMs",
  expires_at_ms AS "expiresAtMs"`;

export async function insertInvitation(
  transaction: Writing,
  { id, tokenDigest, email, role, plan }: NewInvitation,
): Promise<void> {
  const { nowMs } = transaction.time;
  const inserted = await transaction.run(
    ...sql`INSERT INTO invitations
        (id, token_digest, email, role, plan, created_at_ms, expires_at_ms)
      VALUES (${id}, ${tokenDigest}, ${email}, ${role}, ${plan}, ${nowMs}, ${nowMs + INVITATION_MS})
      ON CONFLICT DO NOTHING`,
  );
  assertInserted(inserted);
}

/** Returns open invitations; the newest first. */
export function listInvitations(transaction: Reading): Promise<Invitation[]> {
  return transaction.all(
    ...sql`SELECT ${COLUMNS} FROM invitations WHERE expires_at_ms > ${transaction.time.nowMs}
      ORDER BY created_at_ms DESC, id DESC`,
  );
}

/** Returns null if there is no such invitation, or it has expired. */
export function findInvitation(
  transaction: Reading,
  tokenDigest: string,
): Promise<Invitation | null> {
  return transaction.get(
    ...sql`SELECT ${COLUMNS} FROM invitations
      WHERE token_digest = ${tokenDigest} AND expires_at_ms > ${transaction.time.nowMs}`,
  );
}

export async function deleteInvitation(transaction: Writing, id: string): Promise<boolean> {
  return (await transaction.run(...sql`DELETE FROM invitations WHERE id = ${id}`)) === 1;
}
