import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createLeasedCalls } from "@/lib/gallery/leased-calls";
import { AppError } from "@/lib/platform/errors";
import { createSqliteSearchLeases, type SearchLeases } from "@/lib/state/search-leases";
import { openDatabase } from "@/lib/state/sqlite/database";
import { temporaryFolder } from "@/tests/support/temporary-folder";

const LEASE_MS = 200;

/** Processes on one store, and a place where the result of a call can be found by all. */
function twoProcesses() {
  const path = join(temporaryFolder(), "vitrine.db");
  const found = { value: null as string | null };
  const failures: unknown[] = [];
  const start = () => {
    const database = openDatabase(path);
    onTestFinished(() => {
      database.close();
    });
    const leases = createSqliteSearchLeases(database);
    const onFailure = (cause: unknown) => failures.push(cause);
    return { leases, call: createLeasedCalls<string>({ leases, onFailure, leaseMs: LEASE_MS }) };
  };
  return { one: start(), other: start(), found, failures };
}

const { signal: STAYS } = new AbortController();

test("while one process calls, another waits and finds what the first left", async () => {
  const { one, other, found } = twoProcesses();
  let calls = 0;
  const run = async () => {
    calls += 1;
    // Longer than a lease: a living holder keeps it.
    await new Promise((resolve) => setTimeout(resolve, LEASE_MS * 2.5));
    found.value = "answer";
    return found.value;
  };
  const find = async () => found.value;
  const results = await Promise.all(
    [one, other].map(({ call }) => call("k", { signal: STAYS, find, call: run })),
  );
  expect([results, calls]).toEqual([["answer", "answer"], 1]);
});

test("when the holder dies, the next process calls after the lease has expired", async () => {
  const { one, other } = twoProcesses();
  const nowMs = Date.now();
  await one.leases.acquire("k", "dead", { nowMs, leaseMs: LEASE_MS, waitingSinceMs: nowMs });
  const result = await other.call("k", {
    signal: STAYS,
    find: async () => null,
    call: async () => "mine",
  });
  expect(result).toBe("mine");
  expect(Date.now() - nowMs).toBeGreaterThanOrEqual(LEASE_MS);
});

test("an aborted call is not a failure for the waiters", async () => {
  const { one, other } = twoProcesses();
  const leaving = new AbortController();
  let started: () => void = () => {};
  const hasStarted = new Promise<void>((resolve) => {
    started = resolve;
  });
  const off = one.call("k", {
    signal: leaving.signal,
    find: async () => null,
    call: () =>
      new Promise((_, reject) => {
        leaving.signal.addEventListener("abort", () => reject(leaving.signal.reason));
        started();
      }),
  });
  await hasStarted;
  const waiting = other.call("k", {
    signal: STAYS,
    find: async () => null,
    call: async () => "mine",
  });
  leaving.abort(new Error("gone"));
  await expect(off).rejects.toThrow("gone");
  expect(await waiting).toBe("mine");
});

test("a result that another process cached just before the call is used", async () => {
  const { one } = twoProcesses();
  const result = await one.call("k", {
    signal: STAYS,
    find: async () => "there",
    call: async () => "paid",
  });
  expect(result).toBe("there");
});

test("without the store every process calls, and the failure is reported", async () => {
  const lost: SearchLeases = {
    acquire: () => Promise.reject(new Error("lost")),
    renew: () => Promise.reject(new Error("lost")),
    release: () => Promise.reject(new Error("lost")),
  };
  const failures: unknown[] = [];
  const call = createLeasedCalls<string>({
    leases: lost,
    onFailure: (cause) => failures.push(cause),
  });
  const leased = { signal: STAYS, find: async () => null };
  expect(await call("k", { ...leased, call: async () => "mine" })).toBe("mine");
  const failing = call("k", {
    ...leased,
    call: () => Promise.reject(new AppError("service_failed", "")),
  });
  await expect(failing).rejects.toMatchObject({ code: "service_failed" });
  expect(failures.length).toBeGreaterThanOrEqual(4);
});
