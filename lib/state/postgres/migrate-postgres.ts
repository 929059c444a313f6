import "server-only";
import { startOnce } from "@/lib/platform/cooldown";
import { assertKnownVersion, earlierBuild, type Schema } from "../schema";
import type { PostgresDatabase, Sql } from "./postgres-database";

/** Other processes that start wait for the migration of the first one. */
const MIGRATION_TIMEOUT_MS = 10 * 60_000;
const START_COOLDOWN_MS = 1_000;

/** Returns the database; migrates `schema` before its first use. */
export function withPostgresSchema(database: PostgresDatabase, schema: Schema): PostgresDatabase {
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
 * Migrates the schema `vitrine` to the newest version. Each step runs once, and all in one transaction,
 * even if several processes start together. Only reads if no step is pending.
 *
 * @throws StoreVersionError if a build before 1.0.0, or a much newer one, made the schema
 */
export async function migratePostgres(database: PostgresDatabase, schema: Schema): Promise<void> {
  const { steps } = schema;
  const version = await database.run((sql) => versionOf(sql, schema));
  assertKnownVersion(version, schema);
  if (version >= steps.length) return;
  await database.run(
    (sql) =>
      sql.begin(async (transaction) => {
        await transaction.unsafe(
          `SET LOCAL statement_timeout = ${MIGRATION_TIMEOUT_MS};
           SET LOCAL lock_timeout = ${MIGRATION_TIMEOUT_MS};
           SELECT pg_advisory_xact_lock(hashtextextended('vitrine migrations', 0));
           CREATE SCHEMA IF NOT EXISTS vitrine;
           CREATE TABLE IF NOT EXISTS vitrine.schema_version (version integer NOT NULL);`,
        );
        const current = await versionOf(transaction, schema);
        if (current >= steps.length) return;
        for (const step of steps.slice(current)) await transaction.unsafe(step);
        await transaction`DELETE FROM vitrine.schema_version`;
        await transaction`INSERT INTO vitrine.schema_version (version) VALUES (${steps.length})`;
      }),
    { timeoutMs: MIGRATION_TIMEOUT_MS },
  );
}

/** Returns the database's version; 0 without tables. Only reads. */
export async function versionOf(sql: Pick<Sql, "unsafe">, schema: Schema): Promise<number> {
  const [found] = await sql.unsafe(
    `SELECT to_regclass('vitrine.schema_version') IS NOT NULL AS "hasVersion",
       to_regclass('vitrine.migrations') IS NOT NULL AS "isEarlier"`,
  );
  if (found?.isEarlier) throw earlierBuild(schema);
  if (!found?.hasVersion) return 0;
  const [row] = await sql.unsafe<{ version: number }[]>(
    "SELECT version FROM vitrine.schema_version",
  );
  return row?.version ?? 0;
}
