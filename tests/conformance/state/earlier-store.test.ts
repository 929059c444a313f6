import { createHash } from "node:crypto";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { openState } from "@/lib/state/open-state";
import { migratePostgres } from "@/lib/state/postgres/migrate-postgres";
import { POSTGRES_SCHEMA } from "@/lib/state/postgres/postgres-schema";
import type { Schema } from "@/lib/state/schema";
import { migrate, openDatabase } from "@/lib/state/sqlite/database";
import { LIBRARY_STEPS } from "@/lib/state/sqlite/library-database";
import { SQLITE_SCHEMA } from "@/lib/state/sqlite/sqlite-schema";
import { A_PLAN, ACCOUNT_SETTINGS, aKeyRequest, digestOf } from "@/tests/support/accounts/accounts";
import { openedLibrary } from "@/tests/support/databases/libraries";
import { aPictureRecord, savePictures } from "@/tests/support/databases/picture-records";
import { temporaryPostgres, temporaryPostgresUrl } from "@/tests/support/databases/postgres";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";

/**
 * The hashes of the released steps: step 1 is the schemas of release 1.0.0. Installations have run these
 * steps, so neither a step nor its hash may change. A release with a new step appends its hash.
 */
const RELEASED = {
  store: ["831596e89bed415c"],
  library: ["7736247d98bacbd2"],
  PostgreSQL: ["2109e302b2fda566"],
};

const hashesOf = (steps: readonly string[]) =>
  steps.map((step) => createHash("sha256").update(step).digest("hex").slice(0, 16));

test("no released step of a schema was edited", () => {
  expect({
    store: hashesOf(SQLITE_SCHEMA.steps).slice(0, RELEASED.store.length),
    library: hashesOf(LIBRARY_STEPS).slice(0, RELEASED.library.length),
    PostgreSQL: hashesOf(POSTGRES_SCHEMA.steps).slice(0, RELEASED.PostgreSQL.length),
  }).toEqual(RELEASED);
});

const TODAY = Math.floor(Date.now() / 86_400_000);

/** An account with a key, and 7 searches of today, as version 1 stored them. */
const ROWS = `
INSERT INTO accounts (id, email, email_key, email_is_invited, role, plan, created_at_ms)
  VALUES ('a', 'a@example.com', 'a@example.com', 1, 'account', '${A_PLAN.id}', 0);
INSERT INTO api_keys (id, account, digest, name, note, prefix, scopes, sites, created_at_ms)
  VALUES ('k', 'a', '${digestOf("key-1")}', 'Old key', '', 'vt_live_k', '["search"]', '[]', 0);
INSERT INTO key_days (account, day, key, searches) VALUES ('a', ${TODAY}, 'k', 7);
`;

const firstStepOf = (schema: Schema): Schema => ({ ...schema, steps: schema.steps.slice(0, 1) });

const STORES = {
  async SQLite() {
    const dataDir = temporaryFolder();
    const database = openDatabase(join(dataDir, "vitrine.db"));
    migrate(database, firstStepOf(SQLITE_SCHEMA));
    database.exec(ROWS);
    database.close();
    return { dataDir };
  },
  async PostgreSQL() {
    const databaseUrl = await temporaryPostgresUrl();
    const database = await temporaryPostgres({ url: databaseUrl });
    await migratePostgres(database, firstStepOf(POSTGRES_SCHEMA));
    await database.run((sql) => sql.unsafe(ROWS));
    return { dataDir: temporaryFolder(), databaseUrl };
  },
};

describe.each(Object.entries(STORES))("a store in %s of version 1", (_, create) => {
  test("keeps its accounts, keys and counts", async () => {
    const state = openState(await create());
    onTestFinished(() => state.close());
    const accounts = state.accounts(ACCOUNT_SETTINGS);
    expect((await state.examine()).text).toMatch(
      /version (\d+), and this program knows version \1$/,
    );
    expect((await accounts.usage("a", null)).usedThisMonth).toBe(7);
    const { keys } = await accounts.keys({ account: "a", offset: 0, limit: 10 });
    expect(keys).toMatchObject([{ name: "Old key", note: "", state: "active" }]);
    expect(await accounts.checkKey(aKeyRequest("key-1"))).toMatchObject({
      outcome: "allowed",
      limits: { usedThisMonth: 8 },
    });
  });
});

test("a library of version 1 in SQLite gets its index by date", async () => {
  const dataDir = temporaryFolder();
  const database = openDatabase(join(dataDir, "library.db"));
  migrate(database, firstStepOf({ steps: LIBRARY_STEPS, remedy: "" }));
  database.close();
  const library = openedLibrary({ dataDir });
  await savePictures(library, [aPictureRecord({ id: "a", takenAt: "1952" })]);
  const filters = { folder: null, colour: null, size: null };
  const page = { order: "taken", count: 1, offset: 0, ...filters } as const;
  expect((await library.browse(page)).matchCount).toBe(1);
});
