import { statSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openState } from "@/lib/state/open-state";
import { openDatabase } from "@/lib/state/sqlite/database";
import { A_PLAN, aKeyRequest, createAccountWithKey } from "@/tests/support/accounts/accounts";
import { repetitions } from "@/tests/support/deep";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";

const UNLIMITED = { ...A_PLAN, searchesPerMonth: 1e9, requestsPerSecond: 1e6, burst: 1e6 };
/** SQLite's own limit is 1,000 pages. */
const LOG_BYTES_MAX = 3 * 1_000 * 4_096;

async function openAccounts() {
  const dataDir = temporaryFolder();
  const state = openState({ dataDir });
  onTestFinished(() => state.close());
  const accounts = state.accounts({ plans: [UNLIMITED] });
  await createAccountWithKey(accounts);
  await accounts.checkKey(aKeyRequest());
  return { accounts, file: join(dataDir, "vitrine.db") };
}

test("a request waits while another process has the lock", async () => {
  const { accounts, file } = await openAccounts();
  const other = openDatabase(file);
  onTestFinished(() => {
    other.close();
  });
  other.exec("BEGIN IMMEDIATE");
  let isAnswered = false;
  const allowed = accounts.checkKey(aKeyRequest()).then((decision) => {
    isAnswered = true;
    return decision;
  });
  // The thread answers this call after it has tried the other.
  expect(await accounts.account("account-1")).not.toBeNull();
  expect(isAnswered).toBe(false);
  other.exec("COMMIT");
  expect(await allowed).toMatchObject({ outcome: "allowed", limits: { usedThisMonth: 2 } });
});

test("the write-ahead log stays small", async () => {
  const { accounts, file } = await openAccounts();
  for (let batch = 0; batch < repetitions({ few: 2_000, all: 20_000 }); batch += 1)
    await accounts.checkKey(aKeyRequest());
  expect(statSync(`${file}-wal`).size).toBeLessThan(LOG_BYTES_MAX);
});
