import { expect, test } from "vitest";
import { openDatabase } from "@/lib/state/sqlite/database";
import { libraryPath, openLibraryDatabase } from "@/lib/state/sqlite/library-database";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";

test("a library of a build before 1.0.0 is refused, and not replaced", () => {
  const dataDir = temporaryFolder();
  const path = libraryPath(dataDir);
  const old = openDatabase(path);
  old.exec("CREATE TABLE library_pictures (id TEXT PRIMARY KEY)");
  old.close();
  expect(() => openLibraryDatabase(dataDir)).toThrow(`The operator must move ${path} away`);
  expect(libraryPath(dataDir)).toBe(path);
});
