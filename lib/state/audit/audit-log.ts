import "server-only";
import { setImmediate as letOthersRun } from "node:timers/promises";
import type { AuditEvent, AuditFinding, ListPage, NewAuditEvent } from "@/lib/contract/account";
import type { Actor } from "../account-state";
import { countRows, sql } from "../sql";
import type { Lock, Store, Writing } from "../store";
import {
  type AuditRow,
  assertSingleLines,
  auditHash,
  createChainVerifier,
  FIRST_HASH,
  toAuditEvent,
} from "./audit-chain";

const VERIFIED_PER_STEP = 1_000;

const COLUMNS = sql`sequence, at_ms AS "atMs", actor, came_from AS "from", action, subject, details, hash`;

type Change = {
  transaction: Writing;
  nowMs: number;
  /** Records an event of the change. */
  record(event: NewAuditEvent): Promise<void>;
};

/**
 * Runs a change of accounts, keys or ratings in one transaction with its audit events. Changes run
 * one after the other. Each waits for the disk, so that a power failure cannot restore a revoked key.
 */
export function change<T>(
  store: Store,
  by: Actor,
  work: (change: Change) => Promise<T>,
  locks: readonly Lock[] = [],
): Promise<T> {
  return store.write(
    { locks: [{ kind: "audit", name: "" }, ...locks], waitsForDisk: true },
    (transaction) =>
      work({
        transaction,
        nowMs: transaction.time.nowMs,
        record: (event) => append(transaction, event, by),
      }),
  );
}

async function append(
  transaction: Writing,
  { action, subject, details }: NewAuditEvent,
  { id, from }: Actor,
): Promise<void> {
  assertSingleLines(id, from, action, subject);
  const last = await transaction.get<{ sequence: number; hash: string }>(
    "SELECT sequence, hash FROM audit_events ORDER BY sequence DESC LIMIT 1",
  );
  const sequence = (last?.sequence ?? 0) + 1;
  const atMs = transaction.time.nowMs;
  const row = {
    sequence,
    atMs,
    actor: id,
    from,
    action,
    subject,
    details: JSON.stringify(details),
  };
  await transaction.run(
    ...sql`INSERT INTO audit_events
        (sequence, at_ms, actor, came_from, action, subject, details, hash)
      VALUES (${sequence}, ${atMs}, ${id}, ${from}, ${action}, ${subject}, ${row.details},
        ${auditHash(last?.hash ?? FIRST_HASH, row)})`,
  );
}

/** Lists the events of a subject, or of all; the newest first. */
export function listEvents(
  store: Store,
  { subject = null, offset, limit }: ListPage & { subject?: string | null },
): Promise<{ events: AuditEvent[]; count: number }> {
  const listed = sql`FROM audit_events WHERE subject = coalesce(${subject}, subject)`;
  return store.read(async (transaction) => {
    const [rows, count] = await Promise.all([
      transaction.all<AuditRow>(
        ...sql`SELECT ${COLUMNS} ${listed} ORDER BY sequence DESC LIMIT ${limit} OFFSET ${offset}`,
      ),
      countRows(transaction, listed),
    ]);
    return { events: rows.map(toAuditEvent), count };
  });
}

/** Verifies the hash chain from the first event to the last. */
export async function verifyEvents(store: Store): Promise<AuditFinding> {
  const verifier = createChainVerifier();
  for (let after = 0; ; ) {
    const rows = await store.read((transaction) =>
      transaction.all<AuditRow>(
        ...sql`SELECT ${COLUMNS} FROM audit_events WHERE sequence > ${after} ORDER BY sequence
         LIMIT ${VERIFIED_PER_STEP}`,
      ),
    );
    if (rows.length === 0 || !verifier.add(rows)) return verifier.finding();
    after = rows.at(-1)?.sequence ?? after;
    await letOthersRun();
  }
}
