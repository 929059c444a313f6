import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { afterAll, inject } from "vitest";
import {
  createPostgresDatabase,
  type PostgresDatabase,
  type PostgresOptions,
} from "@/lib/state/postgres/postgres-database";

const removals: (() => Promise<void>)[] = [];

afterAll(async () => {
  for (const remove of removals.splice(0).reverse()) await remove();
});

/** Creates an empty database on the test run's server; it is dropped after the tests of the file. */
export async function temporaryPostgresUrl(): Promise<string> {
  const server = process.env.VITRINE_TEST_DATABASE_URL ?? (await startedServer());
  const name = `vitrine_test_${randomUUID().replaceAll("-", "")}`;
  const admin = postgres(server, { max: 1, onnotice: () => {} });
  await admin.unsafe(`CREATE DATABASE ${name}`);
  removals.push(async () => {
    await admin.unsafe(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await admin.end();
  });
  const url = new URL(server);
  url.pathname = name;
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

async function startedServer(): Promise<string> {
  const response = await fetch(inject("postgresStarter"));
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
}
