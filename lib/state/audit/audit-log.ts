import "server-only";
import { setImmediate as letOthersRun } from "node:timers/promises";
import type {
  AuditEvent,
  AuditFinding,
  AuditName,
  AuditNames,
  NewAuditEvent,
} from "@/lib/contract/account";
import type { Actor, EventList } from "../account-state";
import { DELETED_EMAIL_MS } from "../accounts/account-records";
import { countRows, type Sql, sql, sqlContains, sqlList } from "../sql";
import type { Lock, Reading, Store, Writing } from "../store";
import {
  type AuditRow,
  assertSingleLines,
  auditHash,
  createChainVerifier,
  FIRST_HASH,
  toAuditEvent,
} from "./audit-chain";

/** The table of the audit log, for both databases, which refuse to change or delete its rows. */
export const AUDIT_TABLES = `
CREATE TABLE audit_events (
  sequence INTEGER NOT NULL PRIMARY KEY,
  at_ms INTEGER NOT NULL,
  actor TEXT NOT NULL,
  came_from TEXT NOT NULL,
  action TEXT NOT NULL,
  subject TEXT NOT NULL,
  details TEXT NOT NULL,
  hash TEXT NOT NULL
) STRICT;
CREATE INDEX audit_events_subject ON audit_events (subject, sequence);
CREATE INDEX audit_events_actor ON audit_events (actor, sequence);
`;

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

/**
 * Lists events with the names of their accounts and keys; the newest first: all, those of an account,
 * or those that contain `text`.
 */
export function listEvents(
  store: Store,
  { account, text = "", offset, limit }: EventList,
): Promise<{ events: AuditEvent[]; count: number; names: AuditNames }> {
  return store.read(async (transaction) => {
    const listed = sql`FROM audit_events ${eventsWhere(transaction, account, text)}`;
    const [rows, count] = await Promise.all([
      transaction.all<AuditRow>(
        ...sql`SELECT ${COLUMNS} ${listed} ORDER BY sequence DESC LIMIT ${limit} OFFSET ${offset}`,
      ),
      countRows(transaction, listed),
    ]);
    const events = rows.map(toAuditEvent);
    return { events, count, names: await namesIn(transaction, events) };
  });
}

/** The deleted accounts whose e-mails may still be shown. */
const deletedAccounts = ({ time }: Reading): Sql =>
  sql`deleted_accounts WHERE deleted_at_ms >= ${time.nowMs - DELETED_EMAIL_MS}`;

function eventsWhere(transaction: Reading, account: string | undefined, text: string): Sql {
  if (account !== undefined) {
    return sql`WHERE actor = ${account} OR subject = ${`account:${account}`}
      OR subject IN (SELECT 'key:' || id FROM api_keys WHERE account = ${account})`;
  }
  if (text === "") return sql``;
  const named = sql`SELECT id FROM accounts WHERE ${sqlContains(sql`email_key`, text)}
    UNION ALL SELECT id FROM ${deletedAccounts(transaction)}
      AND ${sqlContains(sql`email`, text)}`;
  return sql`WHERE ${sqlContains(sql`action`, text)}
    OR ${sqlContains(sql`subject`, text)}
    OR actor IN (${named}) OR subject IN (SELECT 'account:' || id FROM (${named}) AS named)
    OR subject IN (SELECT 'key:' || id FROM api_keys
      WHERE ${sqlContains(sql`name`, text)} OR account IN (${named}))`;
}

/** Finds the names of the accounts and keys that events refer to. */
async function namesIn(transaction: Reading, events: readonly AuditEvent[]): Promise<AuditNames> {
  const ids = events.flatMap(({ actor, subject, details }) => [
    actor,
    subject.replace(/^(?:account|key):/, ""),
    ...(typeof details.account === "string" ? [details.account] : []),
    ...(typeof details.successor === "string" ? [details.successor] : []),
  ]);
  if (ids.length === 0) return {};
  const listed = sqlList([...new Set(ids)]);
  const rows = await transaction.all<{ id: string } & AuditName>(
    ...sql`SELECT id, 'deleted' AS kind, email AS name FROM ${deletedAccounts(transaction)}
        AND id IN ${listed}
      UNION ALL SELECT id, 'account', email FROM accounts WHERE id IN ${listed}
      UNION ALL SELECT id, 'key', name FROM api_keys WHERE id IN ${listed}`,
  );
  return Object.fromEntries(rows.map(({ id, kind, name }) => [id, { kind, name }]));
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
