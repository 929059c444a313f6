import "server-only";
import { startOnce } from "@/lib/platform/cooldown";
import { assertKnownVersion, assertNotOld } from "../known-version";
import type { MigrationState } from "../state";
import type { PostgresDatabase, Sql } from "./postgres-database";

/**
 * The tables and functions of one part of the state, in the schema `vitrine`: `steps[0]` makes
 * version 1, and so on. A released step is never edited; a change is a new step.
 *
 * During a rolling update the previous version of the program runs on the new schema. So a step only
 * adds: a function whose meaning changes gets a new name, and a step of the next version drops what
 * the previous one called.
 */
export type PostgresSchema = { part: string; steps: readonly string[] };

/** Other processes that start wait for the migration of the first one. */
const MIGRATION_TIMEOUT_MS = 10 * 60_000;
const START_COOLDOWN_MS = 1_000;

/** Returns the database; migrates `schema` before its first use. */
export function withPostgresSchema(
  database: PostgresDatabase,
  schema: PostgresSchema,
): PostgresDatabase {
  const migrated = startOnce(() => migratePostgres(database, schema), {
    firstMs: START_COOLDOWN_MS,
  });
  return {
    run: async (work, options) => {
      await migrated();
      return database.run(work, options);
    },
    close: database.close,
  };
}

/**
 * Migrates one part to the program's version. Each step runs once and in a transaction, even if
 * several processes start together. Only reads if no step is pending.
 *
 * @throws StoreVersionError if a build before the first release, or a much newer one, made the schema
 */
export async function migratePostgres(
  database: PostgresDatabase,
  { part, steps }: PostgresSchema,
): Promise<void> {
  assertNotOld(
    await database.run(partsOf),
    "set DATABASE_URL to an empty database, or rename the schema vitrine",
  );
  let version = await database.run((sql) => versionOf(sql, part));
  while (version < steps.length) {
    version = await database.run(
      (sql) =>
        sql.begin(async (transaction) => {
          await transaction.unsafe(
            `SET LOCAL statement_timeout = ${MIGRATION_TIMEOUT_MS};
             SET LOCAL lock_timeout = ${MIGRATION_TIMEOUT_MS};
             SELECT pg_advisory_xact_lock(hashtextextended('vitrine migrations', 0));
             CREATE SCHEMA IF NOT EXISTS vitrine;
             CREATE TABLE IF NOT EXISTS vitrine.migrations (
               part text NOT NULL,
               version integer NOT NULL,
               applied_at timestamptz NOT NULL DEFAULT clock_timestamp(),
               PRIMARY KEY (part, version)
             );`,
          );
          const current = await versionOf(transaction, part);
          const step = steps[current];
          if (step === undefined) return current;
          await transaction.unsafe(step);
          await transaction`
            INSERT INTO vitrine.migrations (part, version) VALUES (${part}, ${current + 1})`;
          return current + 1;
        }),
      { timeoutMs: MIGRATION_TIMEOUT_MS },
    );
  }
  assertKnownVersion(part, version, steps.length);
}

/** Returns each part's version in the database, and the newest that this program knows. Only reads. */
export async function postgresMigrations(
  database: PostgresDatabase,
  schemas: readonly PostgresSchema[],
): Promise<MigrationState[]> {
  return Promise.all(
    schemas.map(async ({ part, steps }) => ({
      part,
      version: await database.run((sql) => versionOf(sql, part)),
      newest: steps.length,
    })),
  );
}

/** Returns the parts whose tables exist in the database. */
async function partsOf(sql: Pick<Sql, "unsafe">): Promise<string[]> {
  if (!(await hasMigrations(sql))) return [];
  const rows = await sql.unsafe<{ part: string }[]>("SELECT DISTINCT part FROM vitrine.migrations");
  return rows.map(({ part }) => part);
}

async function versionOf(sql: Pick<Sql, "unsafe">, part: string): Promise<number> {
  if (!(await hasMigrations(sql))) return 0;
  const [row] = await sql.unsafe<{ version: number }[]>(
    "SELECT coalesce(max(version), 0)::integer AS version FROM vitrine.migrations WHERE part = $1",
    [part],
  );
  return row?.version ?? 0;
}

async function hasMigrations(sql: Pick<Sql, "unsafe">): Promise<boolean> {
  const [row] = await sql.unsafe<{ name: string | null }[]>(
    "SELECT to_regclass('vitrine.migrations')::text AS name",
  );
  return row?.name != null;
}
