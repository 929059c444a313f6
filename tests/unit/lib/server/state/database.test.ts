import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { migrate, openDatabase } from "@/lib/server/state/database";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "vitrine-database-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const STEPS = ["CREATE TABLE birds (name TEXT) STRICT", "ALTER TABLE birds ADD COLUMN song TEXT"];

test("a file that is behind gets only the steps it lacks", () => {
  const path = join(folder, "deeper", "file.db");
  const older = openDatabase(path);
  migrate(older, "birds", STEPS.slice(0, 1));
  older.prepare("INSERT INTO birds (name) VALUES (?)").run("wren");
  older.close();

  const newer = openDatabase(path);
  migrate(newer, "birds", STEPS);
  migrate(newer, "birds", STEPS);
  expect(newer.prepare("SELECT name, song FROM birds").all()).toEqual([
    { name: "wren", song: null },
  ]);
  newer.close();
});

test("a step that fails leaves nothing half done", () => {
  const database = openDatabase(":memory:");
  expect(() => migrate(database, "birds", [...STEPS, "THIS IS NOT SQL"])).toThrow();
  migrate(database, "birds", STEPS);
  expect(database.prepare("SELECT count(*) AS n FROM birds").get()).toMatchObject({ n: 0 });
  database.close();
});

test("parts of one file keep their versions apart", () => {
  const database = openDatabase(":memory:");
  migrate(database, "birds", STEPS);
  migrate(database, "trees", ["CREATE TABLE trees (name TEXT) STRICT"]);
  expect(database.prepare("SELECT part, version FROM migrations ORDER BY part").all()).toEqual([
    { part: "birds", version: 2 },
    { part: "trees", version: 1 },
  ]);
  database.close();
});
