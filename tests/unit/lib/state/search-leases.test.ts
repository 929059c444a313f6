import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { openDatabase } from "@/lib/platform/sqlite";
import type { SearchLeases } from "@/lib/state/search-leases";
import { createSqliteSearchLeases } from "@/lib/state/sqlite-search-leases";
import { temporaryFolder } from "@/tests/support/temporary-folder";

/** Two processes' views of one store. */
const STORES: Record<string, () => [SearchLeases, SearchLeases]> = {
  SQLite: () => {
    const path = join(temporaryFolder(), "vitrine.db");
    const databases = [openDatabase(path), openDatabase(path)] as const;
    onTestFinished(() => {
      for (const database of databases) database.close();
    });
    return [createSqliteSearchLeases(databases[0]), createSqliteSearchLeases(databases[1])];
  },
};

const at = (nowMs: number, waitingSinceMs = nowMs) => ({ nowMs, leaseMs: 100, waitingSinceMs });

describe.each(Object.entries(STORES))("leases in %s", (_, create) => {
  test("of two who ask for one flight, one gets it", async () => {
    const [one, other] = create();
    expect(await one.claim("k", "A", at(0))).toEqual({ state: "ours" });
    expect(await other.claim("k", "B", at(1))).toEqual({ state: "taken" });
    expect(await other.claim("another", "B", at(1))).toEqual({ state: "ours" });
  });

  test("a landed flight is free again", async () => {
    const [one, other] = create();
    await one.claim("k", "A", at(0));
    await one.land("k", "A", { nowMs: 5, failure: null });
    expect(await other.claim("k", "B", at(6))).toEqual({ state: "ours" });
  });

  test("a holder that died is succeeded when its lease has run out, not before", async () => {
    const [one, other] = create();
    await one.claim("k", "A", at(0));
    expect(await other.claim("k", "B", at(99))).toEqual({ state: "taken" });
    expect(await other.claim("k", "B", at(100))).toEqual({ state: "ours" });
  });

  test("a renewed lease lasts", async () => {
    const [one, other] = create();
    await one.claim("k", "A", at(0));
    await one.renew("k", "A", 300);
    expect(await other.claim("k", "B", at(299))).toEqual({ state: "taken" });
  });

  test("who has lost the lease can neither renew nor land it", async () => {
    const [one, other] = create();
    await one.claim("k", "A", at(0));
    await other.claim("k", "B", at(100));
    await one.renew("k", "A", 9000);
    await one.land("k", "A", { nowMs: 101, failure: null });
    expect(await one.claim("k", "A", at(150))).toEqual({ state: "taken" });
    expect(await one.claim("k", "A", at(200))).toEqual({ state: "ours" });
  });

  test("a failure is told to those who waited for it, and to nobody who came later", async () => {
    const [one, other] = create();
    const failure = { code: "service_failed", serviceSaid: "no", retryAfterSeconds: 7 };
    await one.claim("k", "A", at(0));
    await one.land("k", "A", { nowMs: 10, failure });
    expect(await other.claim("k", "B", at(12, 3))).toEqual({ state: "failed", failure });
    expect(await other.claim("k", "B", at(12, 11))).toEqual({ state: "ours" });
  });
});
