import { expect, test } from "vitest";
import {
  type AuditRow,
  auditHash,
  createChainVerifier,
  FIRST_HASH,
} from "@/lib/state/audit/audit-chain";

function chain(length: number): AuditRow[] {
  const rows: AuditRow[] = [];
  for (let sequence = 1; sequence <= length; sequence += 1) {
    const row = {
      sequence,
      atMs: 1_000 * sequence,
      actor: "ann",
      from: "local",
      action: "key.created",
      subject: `key:${sequence}`,
      details: "{}",
    };
    rows.push({ ...row, hash: auditHash(rows.at(-1)?.hash ?? FIRST_HASH, row) });
  }
  return rows;
}

function verify(rows: readonly AuditRow[]) {
  const verifier = createChainVerifier();
  verifier.add(rows.slice(0, 2));
  verifier.add(rows.slice(2));
  return verifier.finding();
}

const rows = chain(5);
const [first, second, third, ...others] = rows as [AuditRow, AuditRow, AuditRow, ...AuditRow[]];

test("a chain is intact from its first event to its last", () => {
  expect(verify(rows)).toEqual({ isIntact: true, count: 5, lastHash: rows[4]?.hash });
});

test.each([
  ["a changed actor", [first, second, { ...third, actor: "bob" }, ...others], 3],
  ["a changed time", [first, { ...second, atMs: 1 }, third, ...others], 2],
  ["changed details", [{ ...first, details: '{"a":1}' }, second, third, ...others], 1],
  ["a removed event", [first, third, ...others], 2],
  ["a removed first event", [second, third, ...others], 1],
  ["an exchanged order", [first, third, second, ...others], 2],
  ["an inserted event", [first, second, { ...third, subject: "key:9" }, third, ...others], 3],
])("%s breaks it", (_, changed, brokenAt) => {
  expect(verify(changed)).toMatchObject({ isIntact: false, brokenAt });
});

test("a skipped number breaks it, even with the right hash", () => {
  const later = { ...third, sequence: 4 };
  const skipping = { ...later, hash: auditHash(second.hash, later) };
  expect(verify([first, second, skipping])).toMatchObject({ isIntact: false, brokenAt: 3 });
});

test("an event with a recomputed hash breaks the next event", () => {
  const forged = { ...second, actor: "bob" };
  const again = { ...forged, hash: auditHash(first.hash, forged) };
  expect(verify([first, again, third, ...others])).toMatchObject({ isIntact: false, brokenAt: 3 });
});
