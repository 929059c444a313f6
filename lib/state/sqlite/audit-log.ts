import "server-only";
import type { Actor, AuditEvent, AuditFinding, NewAuditEvent, Page } from "../account-state";
import {
  type AuditRow,
  assertSingleLines,
  auditHash,
  createChainVerifier,
  FIRST_HASH,
  toAuditEvent,
} from "../audit-chain";
import type { SqliteDatabase } from "./database";

const VERIFIED_PER_STEP = 1_000;

/** Creates the audit log. `append` is a part of a transaction, together with what it records. */
export function createAuditLog(database: SqliteDatabase) {
  const readLast = database.prepare(
    "SELECT sequence, hash FROM audit_events ORDER BY sequence DESC LIMIT 1",
  );
  const insert = database.prepare(
    `INSERT INTO audit_events (sequence, at_ms, actor, came_from, action, subject, details, hash)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const columns = `sequence, at_ms AS "atMs", actor, came_from AS "from", action, subject, details, hash`;
  const readAfter = database.prepare(
    `SELECT ${columns} FROM audit_events WHERE sequence > ? ORDER BY sequence
     LIMIT ${VERIFIED_PER_STEP}`,
  );
  const list = database.prepare(
    `SELECT ${columns} FROM audit_events WHERE ?1 IS NULL OR subject = ?1
     ORDER BY sequence DESC LIMIT ?2 OFFSET ?3`,
  );
  const count = database.prepare(
    "SELECT count(*) AS count FROM audit_events WHERE ?1 IS NULL OR subject = ?1",
  );

  return {
    append({ action, subject, details }: NewAuditEvent, { id, from }: Actor, nowMs: number): void {
      assertSingleLines(id, from, action, subject);
      const last = readLast.get() as { sequence: number; hash: string } | undefined;
      const row = {
        sequence: (last?.sequence ?? 0) + 1,
        atMs: nowMs,
        actor: id,
        from,
        action,
        subject,
        details: JSON.stringify(details),
      };
      const hash = auditHash(last?.hash ?? FIRST_HASH, row);
      insert.run(row.sequence, nowMs, id, from, action, subject, row.details, hash);
    },
    list({ subject = null, offset, limit }: Page & { subject?: string | null }): {
      events: AuditEvent[];
      count: number;
    } {
      const rows = list.all(subject, limit, offset) as AuditRow[];
      return {
        events: rows.map(toAuditEvent),
        count: (count.get([subject]) as { count: number }).count,
      };
    },
    /** Lets the thread do other work between its steps. */
    async verify(): Promise<AuditFinding> {
      const verifier = createChainVerifier();
      for (let after = 0; ; ) {
        const rows = readAfter.all(after) as AuditRow[];
        if (rows.length === 0 || !verifier.add(rows)) return verifier.finding();
        after = rows.at(-1)?.sequence ?? after;
        await new Promise(setImmediate);
      }
    },
  };
}
