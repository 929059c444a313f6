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
