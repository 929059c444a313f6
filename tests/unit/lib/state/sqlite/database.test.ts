import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import {
  inTransaction,
  migrate,
  openDatabase,
  retryWhileLocked,
} from "@/lib/state/sqlite/database";
import { createSqliteStore, STORE_TIME } from "@/lib/state/sqlite/sqlite-store";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

const STEPS = [
  "CREATE TABLE birds (name TEXT) STRICT",
  "ALTER TABLE birds ADD COLUMN song TEXT",
  "ALTER TABLE birds ADD COLUMN size TEXT",
];
const schema = (...steps: string[]) => ({ steps, remedy: "move it away" });
const [FIRST, SECOND] = [schema(...STEPS.slice(0, 1)), schema(...STEPS.slice(0, 2))];

test("an older file gets only the migrations it lacks", () => {
  const path = join(folder, "deeper", "file.db");
  const older = openDatabase(path);
  migrate(older, FIRST);
  older.prepare("INSERT INTO birds (name) VALUES (?)").run("wren");
  older.close();

  const newer = openDatabase(path);
  migrate(newer, SECOND);
  migrate(newer, SECOND);
  expect(newer.prepare("SELECT name, song FROM birds").all()).toEqual([
    { name: "wren", song: null },
  ]);
  newer.close();
});

test("a failed migration leaves no partial changes", () => {
  const database = openDatabase(":memory:");
  expect(() => migrate(database, schema(...SECOND.steps, "THIS IS NOT SQL"))).toThrow();
  migrate(database, SECOND);
  expect(database.prepare("SELECT count(*) AS n FROM birds").get()).toMatchObject({ n: 0 });
  database.close();
});

test("the program uses a file that is one version ahead, and refuses a newer one", () => {
  const database = openDatabase(":memory:");
  migrate(database, schema(...STEPS));
  migrate(database, SECOND);
  expect(() => migrate(database, FIRST)).toThrow(
    "the store has version 3, and this program knows version 1",
  );
  database.close();
});

test("a file of a build before 1.0.0 is refused and left as it is", () => {
  const path = join(folder, "file.db");
  const old = openDatabase(path);
  old.exec("CREATE TABLE migrations (part TEXT PRIMARY KEY, version INTEGER NOT NULL) STRICT");
  old.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  old.close();
  const before = readFileSync(path);
  const database = openDatabase(path);
  expect(() => migrate(database, FIRST)).toThrow(
    "a build before 1.0.0 made the store, and this version cannot read it; nothing in it was changed. The operator must move it away",
  );
  database.close();
  expect(readFileSync(path).equals(before)).toBe(true);
});

test("only its owner may read a database and its side files", () => {
  const path = join(folder, "file.db");
  const database = openDatabase(path);
  migrate(database, SECOND);
  for (const name of [path, `${path}-wal`, `${path}-shm`]) {
    expect(statSync(name).mode & 0o777).toBe(0o600);
  }
  database.close();
});

test("opening waits while another process writes the store, without blocking the thread", async () => {
  const path = join(folder, "file.db");
  const writer = openDatabase(path);
  migrate(writer, SECOND);
  const database = openDatabase(path, { busyMs: 10 });
  writer.exec("BEGIN IMMEDIATE");
  const waiting = retryWhileLocked(() => inTransaction(database, () => "written"));
  // Neither reading nor opening an up-to-date store waits.
  migrate(database, SECOND);
  expect(await retryWhileLocked(() => database.prepare("SELECT 1 AS n").get())).toMatchObject({
    n: 1,
  });
  writer.exec("COMMIT");
  expect(await waiting).toBe("written");
  writer.exec("BEGIN IMMEDIATE");
  await expect(retryWhileLocked(() => inTransaction(database, () => {}))).rejects.toMatchObject({
    code: "SQLITE_BUSY",
  });
  writer.close();
  database.close();
});

test("a connection that did not get the lock commits once it does", async () => {
  const path = join(folder, "file.db");
  const writer = openDatabase(path);
  migrate(writer, SECOND);
  const database = openDatabase(path, { busyMs: 10 });
  database.exec(STORE_TIME);
  const store = createSqliteStore({ open: () => database, recover: () => {} });
  const insert = () =>
    store.write({ locks: [] }, ({ run }) => run("INSERT INTO birds (name) VALUES ('wren')"));
  const isBusy = expect.objectContaining({ code: "SQLITE_BUSY" });

  writer.exec("BEGIN IMMEDIATE");
  await expect(insert()).rejects.toEqual(isBusy);
  expect(() => inTransaction(database, () => {})).toThrow(isBusy);
  writer.exec("COMMIT");
  expect(await insert()).toBe(1);

  // What a prepared statement would do.
  writer.exec("BEGIN IMMEDIATE");
  expect(() => database.prepare("BEGIN IMMEDIATE").run()).toThrow(isBusy);
  writer.exec("COMMIT");
  expect(() => inTransaction(database, () => {})).toThrow("SQL statements in progress");
  writer.close();
  database.close();
});

test("the error that ended a transaction is reported, even if the rollback fails", () => {
  const database = openDatabase(":memory:");
  migrate(database, SECOND);
  // As SQLite itself does when the disk is full.
  const fail = () => {
    database.exec("ROLLBACK");
    throw new Error("the disk is full");
  };
  expect(() => inTransaction(database, fail)).toThrow("the disk is full");
  expect(() => migrate(database, schema(...SECOND.steps, "ROLLBACK", "THIS IS NOT SQL"))).toThrow(
    /syntax/,
  );
  database.close();
});
