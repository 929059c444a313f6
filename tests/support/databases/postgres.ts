import { randomUUID } from "node:crypto";
import postgres, { type Sql } from "postgres";
import { afterAll, inject } from "vitest";
import { migratePostgres } from "@/lib/state/postgres/migrate-postgres";
import {
  createPostgresDatabase,
  type PostgresDatabase,
  type PostgresOptions,
} from "@/lib/state/postgres/postgres-database";
import { POSTGRES_SCHEMA } from "@/lib/state/postgres/postgres-schema";

const removals: (() => Promise<void>)[] = [];

afterAll(async () => {
  for (const remove of removals.splice(0).reverse()) await remove();
});

/** Creates an empty database on the test run's server; it is dropped after the tests of the file. */
export async function temporaryPostgresUrl(): Promise<string> {
  return createDatabase(await server());
}

/**
 * As `temporaryPostgresUrl`, but the database may have the tables of the store: on the test run's own
 * server it is a copy of a template, which the first call migrates.
 */
export async function migratedPostgresUrl(): Promise<string> {
  if (process.env.VITRINE_TEST_DATABASE_URL !== undefined) return temporaryPostgresUrl();
  return createDatabase(await server(), "vitrine_test_template");
}

async function createDatabase(server: string, template?: string): Promise<string> {
  const name = `vitrine_test_${randomUUID().replaceAll("-", "")}`;
  const admin = postgres(server, { max: 1, onnotice: () => {} });
  if (template !== undefined) await ensureTemplate(admin, server, template);
  await admin.unsafe(`CREATE DATABASE ${name} TEMPLATE ${template ?? "template1"}`);
  removals.push(async () => {
    await admin.unsafe(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await admin.end();
  });
  return urlOf(server, name);
}

/** Creates and migrates the template, unless a process of this run has done so, or is doing it. */
async function ensureTemplate(admin: Sql, server: string, template: string): Promise<void> {
  await admin`SELECT pg_advisory_lock(hashtextextended(${template}, 0))`;
  try {
    const found = await admin`SELECT FROM pg_database WHERE datname = ${template}`;
    if (found.length > 0) return;
    const draft = `${template}_draft`;
    await admin.unsafe(`DROP DATABASE IF EXISTS ${draft}`);
    await admin.unsafe(`CREATE DATABASE ${draft}`);
    const database = createPostgresDatabase(urlOf(server, draft));
    await migratePostgres(database, POSTGRES_SCHEMA);
    await database.close();
    await admin.unsafe(`ALTER DATABASE ${draft} RENAME TO ${template}`);
  } finally {
    await admin`SELECT pg_advisory_unlock(hashtextextended(${template}, 0))`;
  }
}

function urlOf(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = database;
  return url.href;
}

/** Connects to an empty database of its own, or to `url`; closed after the tests of the file. */
export async function temporaryPostgres(
  options: PostgresOptions & { url?: string } = {},
): Promise<PostgresDatabase> {
  const database = createPostgresDatabase(options.url ?? (await temporaryPostgresUrl()), options);
  removals.push(() => database.close());
  return database;
}

async function server(): Promise<string> {
  if (process.env.VITRINE_TEST_DATABASE_URL !== undefined) {
    return process.env.VITRINE_TEST_DATABASE_URL;
  }
  const response = await fetch(inject("postgresStarter"));
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
}
