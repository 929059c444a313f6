import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { migrate, openDatabase } from "@/lib/state/sqlite/database";
import { libraryPath, openLibraryDatabase } from "@/lib/state/sqlite/library-database";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";

test("a library of a build before the first release is refused and left as it is", () => {
  const dataDir = temporaryFolder();
  const path = libraryPath(dataDir);
  const old = openDatabase(path);
  migrate(old, "library", ["CREATE TABLE pictures (id TEXT PRIMARY KEY)"]);
  old.exec("INSERT INTO pictures VALUES ('a')");
  old.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  old.close();
  const before = readFileSync(path);
  expect(() => openLibraryDatabase(dataDir)).toThrow(`move ${path} away`);
  expect(readFileSync(path).equals(before)).toBe(true);
});

test("a library of version 1 is emptied, for the next scan to fill", () => {
  const dataDir = temporaryFolder();
  const old = openDatabase(libraryPath(dataDir));
  migrate(old, "pictures", [
    `CREATE TABLE library_pictures (number INTEGER PRIMARY KEY, id TEXT);
     CREATE VIRTUAL TABLE picture_terms USING fts5 (name, content = '');
     CREATE TRIGGER picture_terms_follow AFTER DELETE ON library_pictures BEGIN
       DELETE FROM picture_terms WHERE rowid = old.number;
     END;
     INSERT INTO library_pictures (id) VALUES ('a');`,
  ]);
  old.close();
  const database = openLibraryDatabase(dataDir);
  const rows = database.prepare("SELECT name_terms FROM library_pictures").all();
  expect(rows).toEqual([]);
  database.close();
});
