import "server-only";
import { createHash } from "node:crypto";
import type { AuditEvent, AuditFinding } from "@/lib/contract/account";

/** The previous hash of the first event. */
export const FIRST_HASH = "0".repeat(64);

/** A stored event: `details` is its JSON, and the hash covers exactly this text. */
export type AuditRow = Omit<AuditEvent, "details"> & { details: string };

/**
 * Returns the SHA-256 of the previous event's hash and this event's fields, a line each. No field may
 * contain a line break.
 */
export function auditHash(previousHash: string, row: Omit<AuditRow, "hash">): string {
  const { sequence, atMs, actor, from, action, subject, details } = row;
  const lines = [previousHash, sequence, atMs, actor, from, action, subject, details];
  return createHash("sha256").update(lines.join("\n")).digest("hex");
}

/** @throws TypeError if a field would break the lines of the hash */
export function assertSingleLines(...fields: readonly string[]): void {
  for (const field of fields) {
    // Lone surrogates are not valid UTF-8, and PostgreSQL cannot store NUL.
    if (/[\n\0\p{Cs}]/u.test(field)) {
      throw new TypeError("a field of an audit event must be one line");
    }
  }
}

/** Verifies events in the order of their sequence, page after page. */
export function createChainVerifier() {
  let count = 0;
  let lastHash = FIRST_HASH;
  let brokenAt: number | null = null;
  return {
    /** Returns false once the chain is broken; further pages then change nothing. */
    add(rows: readonly AuditRow[]): boolean {
      for (const row of rows) {
        if (brokenAt !== null) break;
        count += 1;
        if (row.sequence !== count || row.hash !== auditHash(lastHash, row)) brokenAt = count;
        lastHash = row.hash;
      }
      return brokenAt === null;
    },
    finding: (): AuditFinding =>
      brokenAt === null
        ? { isIntact: true, count, lastHash }
        : { isIntact: false, count, brokenAt },
  };
}

export function toAuditEvent({ details, ...row }: AuditRow): AuditEvent {
  return { ...row, details: JSON.parse(details) };
}
