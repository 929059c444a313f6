import { expect, test } from "vitest";
import {
  migratePostgres,
  postgresMigrations,
  withPostgresSchema,
} from "@/lib/state/postgres/migrate-postgres";
import { temporaryPostgres, temporaryPostgresUrl } from "@/tests/support/databases/postgres";

const STEPS = [
  "CREATE TABLE vitrine.marks (id integer PRIMARY KEY)",
  "INSERT INTO vitrine.marks (id) VALUES (1)",
  "INSERT INTO vitrine.marks (id) VALUES (2)",
  "INSERT INTO vitrine.marks (id) VALUES (3)",
];
const schema = (version: number) => ({ part: "marks", steps: STEPS.slice(0, version) });

test("processes that start together apply each migration once", async () => {
  const url = await temporaryPostgresUrl();
  const started = await Promise.all(Array.from({ length: 3 }, () => temporaryPostgres({ url })));
  const [database] = started;
  await Promise.all(
    started.map((each) => withPostgresSchema(each, schema(4)).run((sql) => sql`SELECT 1`)),
  );
  const marks = await database?.run((sql) => sql`SELECT id FROM vitrine.marks ORDER BY id`);
  expect(marks?.map(({ id }) => id)).toEqual([1, 2, 3]);
  const applied = await database?.run(
    (sql) => sql`SELECT part, version FROM vitrine.migrations ORDER BY version`,
  );
  expect(applied?.map(({ part, version }) => `${part} ${version}`)).toEqual([
    "marks 1",
    "marks 2",
    "marks 3",
    "marks 4",
  ]);
});

test("a failed migration leaves no changes, and is repeated", async () => {
  const database = await temporaryPostgres();
  const broken = {
    part: "marks",
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
    "version 3 of marks, and this program knows version 1",
  );
});

test("a database without migrations is at version 0, and reading the version writes nothing", async () => {
  const texts: string[] = [];
  const database = await temporaryPostgres({ onStatement: (text) => texts.push(text) });
  expect(await postgresMigrations(database, [schema(2)])).toEqual([
    { part: "marks", version: 0, newest: 2 },
  ]);
  expect(texts).toEqual(["SELECT to_regclass('vitrine.migrations')::text AS name"]);
});

test("a database of a build before the first release is refused and left as it is", async () => {
  const database = await temporaryPostgres();
  await migratePostgres(database, schema(1));
  await database.run(
    (sql) => sql`UPDATE vitrine.migrations SET part = 'searches' WHERE part = 'marks'`,
  );
  await expect(migratePostgres(database, { ...schema(1), part: "other" })).rejects.toThrow(
    /set DATABASE_URL to an empty database/,
  );
  expect(await database.run((sql) => sql`SELECT part FROM vitrine.migrations`)).toEqual([
    { part: "searches" },
  ]);
});
