import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { createSqliteSearchLeases, type SearchLeases } from "@/lib/state/search-leases";
import { openDatabase } from "@/lib/state/sqlite/database";
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
  test("of two processes one acquires the lease", async () => {
    const [one, other] = create();
    expect(await one.acquire("k", "A", at(0))).toEqual({ state: "acquired" });
    expect(await other.acquire("k", "B", at(1))).toEqual({ state: "held" });
    expect(await other.acquire("another", "B", at(1))).toEqual({ state: "acquired" });
  });

  test("a released lease is free again", async () => {
    const [one, other] = create();
    await one.acquire("k", "A", at(0));
    await one.release("k", "A", { nowMs: 5, failure: null });
    expect(await other.acquire("k", "B", at(6))).toEqual({ state: "acquired" });
  });

  test("another process acquires a dead holder's lease once it has expired, not before", async () => {
    const [one, other] = create();
    await one.acquire("k", "A", at(0));
    expect(await other.acquire("k", "B", at(99))).toEqual({ state: "held" });
    expect(await other.acquire("k", "B", at(100))).toEqual({ state: "acquired" });
  });

  test("a renewed lease lasts", async () => {
    const [one, other] = create();
    await one.acquire("k", "A", at(0));
    await one.renew("k", "A", 300);
    expect(await other.acquire("k", "B", at(299))).toEqual({ state: "held" });
  });

  test("a process that lost the lease can neither renew nor release it", async () => {
    const [one, other] = create();
    await one.acquire("k", "A", at(0));
    await other.acquire("k", "B", at(100));
    await one.renew("k", "A", 9000);
    await one.release("k", "A", { nowMs: 101, failure: null });
    expect(await one.acquire("k", "A", at(150))).toEqual({ state: "held" });
    expect(await one.acquire("k", "A", at(200))).toEqual({ state: "acquired" });
  });

  test("a failure reaches the processes that waited for it, and none that came later", async () => {
    const [one, other] = create();
    const failure = { code: "service_failed", retryAfterSeconds: 7 };
    await one.acquire("k", "A", at(0));
    await one.release("k", "A", { nowMs: 10, failure });
    expect(await other.acquire("k", "B", at(12, 3))).toEqual({ state: "failed", failure });
    expect(await other.acquire("k", "B", at(12, 11))).toEqual({ state: "acquired" });
  });
});
