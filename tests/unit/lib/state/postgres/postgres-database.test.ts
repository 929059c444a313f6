import { createServer } from "node:net";
import { inspect } from "node:util";
import pino from "pino";
import { expect, onTestFinished, test } from "vitest";
import { withPostgresSchema } from "@/lib/state/postgres/migrate-postgres";
import {
  createPostgresDatabase,
  type PostgresDatabase,
  PostgresFailure,
} from "@/lib/state/postgres/postgres-database";
import { POSTGRES_SCHEMA } from "@/lib/state/postgres/postgres-schema";
import { createPostgresStore } from "@/lib/state/postgres/postgres-store";
import { createSearchState } from "@/lib/state/searches/create-search-state";
import { temporaryPostgresUrl } from "@/tests/support/databases/postgres";
import { startPostgresServer } from "@/tests/support/databases/postgres-server";
import { SEARCH_SETTINGS } from "@/tests/support/databases/searches";
import { listen, portOf } from "@/tests/support/servers/listen";

function open(url: string): PostgresDatabase {
  const database = createPostgresDatabase(url);
  onTestFinished(() => database.close());
  return database;
}

/** Returns what a log line, a stack and `console.log` would show of a failure. */
async function everythingAbout(failing: Promise<unknown>): Promise<string> {
  const cause = await failing.then(
    () => new Error("it did not fail"),
    (error: Error) => error,
  );
  const shown = [cause.message, cause.stack, inspect(cause, { depth: 9, showHidden: true })];
  return [...shown, JSON.stringify(pino.stdSerializers.err(cause))].join("\n");
}

const select = (database: PostgresDatabase) => database.run((sql) => sql`SELECT 1 AS one`);

test("while the server is away, calls fail clearly, and succeed again when it is back", async () => {
  const server = await startPostgresServer();
  onTestFinished(() => server.remove());
  const state = createSearchState(
    createPostgresStore(withPostgresSchema(open(server.url), POSTGRES_SCHEMA)),
    SEARCH_SETTINGS,
  );
  expect(await state.reserve()).toMatchObject({ isGranted: true });

  await server.stop();
  await expect(state.reserve()).rejects.toThrow(/^PostgreSQL /);
  await expect(state.reserve()).rejects.toThrow("PostgreSQL is unreachable (ECONNREFUSED)");

  await server.start();
  await expect.poll(() => state.usage().catch(() => null)).toMatchObject({ usedThisMonth: 1 });
});

test("a state opened while the server is away works once the server starts", async () => {
  const server = await startPostgresServer();
  onTestFinished(() => server.remove());
  await server.stop();
  const database = withPostgresSchema(open(server.url), POSTGRES_SCHEMA);
  await expect(select(database)).rejects.toThrow("unreachable");
  await server.start();
  await expect.poll(() => select(database).catch(() => null)).toEqual([{ one: 1 }]);
});

test("of several hosts, the first that can be reached is used, after one failure of each before", async () => {
  const url = await temporaryPostgresUrl();
  // As a proxy in front of a lost host does.
  const resetting = createServer((socket) => socket.resetAndDestroy());
  await listen(resetting);
  onTestFinished(() => void resetting.close());
  const database = open(url.replace("@", `@127.0.0.1:1,127.0.0.1:${portOf(resetting)},`));
  for (const code of ["ECONNREFUSED", "ECONNRESET"]) {
    await expect(select(database)).rejects.toThrow(code);
  }
  expect(await select(database)).toEqual([{ one: 1 }]);
});

test("a server that accepts connections but never answers causes a timeout", async () => {
  const silent = createServer(() => {});
  await listen(silent);
  onTestFinished(() => void silent.close());
  const database = open(`postgres://user:hidden@127.0.0.1:${portOf(silent)}/vitrine`);
  await expect(select(database)).rejects.toThrow("PostgreSQL is unreachable (CONNECT_TIMEOUT)");
});

test("a statement that never ends is cancelled, and the next one works", async () => {
  const database = open(await temporaryPostgresUrl());
  await expect(database.run((sql) => sql`SELECT pg_sleep(60)`)).rejects.toThrow(
    "PostgreSQL needed too long for a statement (57014)",
  );
  expect(await select(database)).toEqual([{ one: 1 }]);
});

test("a connection that dies silently is replaced", async () => {
  const database = open(await temporaryPostgresUrl());
  const hanging = database.run((sql) => sql`SELECT pg_sleep(3)`, { timeoutMs: 100 });
  await expect(hanging).rejects.toThrow("PostgreSQL does not answer (TIMEOUT)");
  await expect.poll(() => select(database).catch(() => null)).toEqual([{ one: 1 }]);
});

test("no failure shows the URL, the user or the password", async () => {
  const right = new URL(await temporaryPostgresUrl());
  const urls = {
    password: Object.assign(new URL(right), { password: "wrong-password" }),
    user: Object.assign(new URL(right), { username: "wrong-user" }),
    database: Object.assign(new URL(right), { pathname: "/wrong-database" }),
    host: new URL("postgres://user:wrong-password@wrong-host.invalid:1/wrong-database"),
  };
  for (const [name, url] of Object.entries(urls)) {
    const shown = await everythingAbout(select(open(url.href)));
    expect(shown, name).toContain("PostgreSQL");
    for (const secret of [right.password, right.username, "wrong-"]) {
      expect(shown, name).not.toContain(secret);
    }
  }
});

test("an error in a statement is reported with the server's text, without values", async () => {
  const database = open(await temporaryPostgresUrl());
  const failing = database.run((sql) => sql`SELECT ${"hidden-value"}::text FROM nowhere`);
  const shown = await everythingAbout(failing);
  expect(shown).toContain('PostgreSQL reports: relation "nowhere" does not exist (42P01)');
  expect(shown).not.toContain("hidden-value");
});

test("errors of the caller's own work are passed on", async () => {
  const database = open(await temporaryPostgresUrl());
  const own = new TypeError("a bug");
  const failing = database.run((sql) =>
    sql.begin(async () => {
      throw own;
    }),
  );
  await expect(failing).rejects.toBe(own);
  expect(own).not.toBeInstanceOf(PostgresFailure);
});
