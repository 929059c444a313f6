import { expect, test } from "vitest";
import {
  migratePostgres,
  versionOf,
  withPostgresSchema,
} from "@/lib/state/postgres/migrate-postgres";
import { temporaryPostgres, temporaryPostgresUrl } from "@/tests/support/databases/postgres";

const STEPS = [
  "CREATE TABLE vitrine.marks (id integer PRIMARY KEY)",
  "INSERT INTO vitrine.marks (id) VALUES (1)",
  "INSERT INTO vitrine.marks (id) VALUES (2)",
  "INSERT INTO vitrine.marks (id) VALUES (3)",
];
const schema = (version: number) => ({
  steps: STEPS.slice(0, version),
  remedy: "set DATABASE_URL to an empty database",
});

test("processes that start together apply each migration once", async () => {
  const url = await temporaryPostgresUrl();
  const started = await Promise.all([1, 2, 3].map(() => temporaryPostgres({ url })));
  await Promise.all(
    started.map((each) => withPostgresSchema(each, schema(4)).run((sql) => sql`SELECT 1`)),
  );
  const [database] = started;
  if (database === undefined) throw new Error("no database");
  const marks = await database.run((sql) => sql`SELECT id FROM vitrine.marks ORDER BY id`);
  expect(marks.map(({ id }) => id)).toEqual([1, 2, 3]);
  expect(await database.run((sql) => versionOf(sql, schema(4)))).toBe(4);
});

test("a failed migration leaves no changes, and is repeated", async () => {
  const database = await temporaryPostgres();
  const broken = {
    ...schema(1),
    steps: [`${STEPS[0]}; SELECT * FROM vitrine.not_there`],
  };
  await expect(migratePostgres(database, broken)).rejects.toThrow(/not_there/);
  await migratePostgres(database, schema(2));
  expect(await database.run((sql) => sql`SELECT id FROM vitrine.marks`)).toHaveLength(1);
});

test("the program runs on a schema that is one version ahead, and refuses a newer one", async () => {
  const database = await temporaryPostgres();
  await migratePostgres(database, schema(3));
  await migratePostgres(database, schema(2));
  await expect(migratePostgres(database, schema(1))).rejects.toThrow(
    "version 3, and this program knows version 1",
  );
});

test("an empty database is at version 0, and reading the version writes nothing", async () => {
  const texts: string[] = [];
  const database = await temporaryPostgres({ onStatement: (text) => texts.push(text) });
  expect(await database.run((sql) => versionOf(sql, schema(2)))).toBe(0);
  expect(texts).toEqual([expect.stringMatching(/^SELECT to_regclass/)]);
});

test("a database of a build before 1.0.0 is refused and left as it is", async () => {
  const database = await temporaryPostgres();
  await database.run((sql) =>
    sql.unsafe("CREATE SCHEMA vitrine; CREATE TABLE vitrine.migrations (part text)"),
  );
  await expect(migratePostgres(database, schema(1))).rejects.toThrow(
    "The operator must set DATABASE_URL to an empty database",
  );
  const tables = await database.run(
    (sql) => sql`SELECT tablename FROM pg_tables WHERE schemaname = 'vitrine'`,
  );
  expect(tables).toEqual([{ tablename: "migrations" }]);
});
