import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { openState } from "@/lib/state/open-state";
import { migratePostgres } from "@/lib/state/postgres/migrate-postgres";
import { STORE_SCHEMA } from "@/lib/state/postgres/store-schema";
import { migrate, openDatabase } from "@/lib/state/sqlite/database";
import { STORE_PARTS } from "@/lib/state/sqlite/store-migrations";
import type { StorePlace } from "@/lib/state/state";
import { A_PLAN, ACCOUNT_SETTINGS, aKeyRequest, digestOf } from "@/tests/support/accounts/accounts";
import { temporaryPostgres, temporaryPostgresUrl } from "@/tests/support/databases/postgres";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";

const TODAY = Math.floor(Date.now() / 86_400_000);

/** An account with a key, and 7 searches of today, as a version with or without `key_days` stored them. */
const rows = (hasKeyDays: boolean) => `
INSERT INTO accounts (id, email, email_key, role, plan, created_at_ms)
  VALUES ('a', 'a@example.com', 'a@example.com', 'account', '${A_PLAN.id}', 0);
INSERT INTO api_keys (id, account, digest, name, prefix, scopes, sites, created_at_ms)
  VALUES ('k', 'a', '${digestOf("key-1")}', 'Old key', 'vt_live_k', '["search"]', '[]', 0);
${
  hasKeyDays
    ? `INSERT INTO key_days (account, day, key, searches, full_at_us)
         VALUES ('a', ${TODAY}, 'k', 7, 1);
       UPDATE accounts SET email_is_invited = 1;`
    : `INSERT INTO account_days (account, day, searches, full_at_us) VALUES ('a', ${TODAY}, 7, 1);`
}`;

/** Creates a store as it was after its first `count` steps. */
async function earlierSqlite(count: number): Promise<StorePlace> {
  const dataDir = temporaryFolder();
  const database = openDatabase(join(dataDir, "vitrine.db"));
  for (const { part, steps } of STORE_PARTS) migrate(database, part, steps.slice(0, count));
  database.exec(rows(count > 1));
  database.close();
  return { dataDir };
}

async function earlierPostgres(count: number): Promise<StorePlace> {
  const databaseUrl = await temporaryPostgresUrl();
  const database = await temporaryPostgres({ url: databaseUrl });
  const { part, steps } = STORE_SCHEMA;
  await migratePostgres(database, { part, steps: steps.slice(0, count) });
  await database.run((sql) => sql.unsafe(rows(count > 3)));
  return { dataDir: temporaryFolder(), databaseUrl };
}

const sqliteSteps = STORE_PARTS[0]?.steps.length ?? 0;
/** Every version with the tables of accounts, except this one. */
const EARLIER = [
  ...numbers(1, sqliteSteps).map((count) => ["SQLite", count, earlierSqlite] as const),
  ...numbers(3, STORE_SCHEMA.steps.length).map(
    (count) => ["PostgreSQL", count, earlierPostgres] as const,
  ),
];

describe.each(EARLIER)("a store in %s of a version with %i steps", (_, count, create) => {
  test("keeps its accounts, keys and counts", async () => {
    const state = openState(await create(count));
    onTestFinished(() => state.close());
    const accounts = state.accounts(ACCOUNT_SETTINGS);
    expect((await accounts.usage("a", null)).usedThisMonth).toBe(7);
    const { keys } = await accounts.keys({ account: "a", offset: 0, limit: 10 });
    expect(keys).toMatchObject([{ name: "Old key", note: "", state: "active" }]);
    expect(await accounts.checkKey(aKeyRequest("key-1"))).toMatchObject({
      outcome: "allowed",
    });
    expect((await accounts.usage("a", null)).usedThisMonth).toBe(8);
    // Its e-mail may be that of an invitation, so no other invitation may replace the account.
    expect(await accounts.uninvited("a@example.com")).toBeNull();
  });
});

/** The whole numbers from `first` up to `end`, without `end`. */
function numbers(first: number, end: number): number[] {
  return Array.from({ length: end - first }, (_, index) => first + index);
}
