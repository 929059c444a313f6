import { mkdirSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { damagedLibraryFiles, libraryPath } from "@/lib/state/sqlite/library-database";
import { createLibraryFile } from "@/lib/state/sqlite/library-file";
import { openedLibrary } from "@/tests/support/databases/libraries";
import { aPictureRecord, savePictures } from "@/tests/support/databases/picture-records";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";

const UNREADABLE = expect.objectContaining({ code: "library_unreadable" });

function aLibraryFile() {
  const dataDir = temporaryFolder();
  const failures: unknown[] = [];
  let atMs = 0;
  const file = createLibraryFile({
    dataDir,
    onFailure: (cause) => failures.push(cause),
    clock: () => atMs,
  });
  return {
    dataDir,
    failures,
    use: () =>
      file.use(() =>
        file.store.read(async (transaction) => {
          const rows = await transaction.all("SELECT number FROM library_pictures");
          return rows.length;
        }),
      ),
    file,
    pass: (ms: number) => {
      atMs += ms;
    },
  };
}

test("a file that can't be opened is reported at each try, and retried after growing pauses", async () => {
  const { dataDir, use, failures, pass } = aLibraryFile();
  mkdirSync(libraryPath(dataDir));
  await expect(use()).rejects.toEqual(UNREADABLE);
  pass(1001);
  await expect(use()).rejects.toEqual(UNREADABLE);
  rmdirSync(libraryPath(dataDir));
  pass(1001);
  await expect(use()).rejects.toEqual(UNREADABLE);
  pass(1000);
  expect(await use()).toBe(0);
  expect(failures).toHaveLength(2);
});

test("a file that is not a database is replaced on opening, and kept beside the new file", async () => {
  const { dataDir, use, failures } = aLibraryFile();
  const path = libraryPath(dataDir);
  writeFileSync(path, "this is no database; ".repeat(400));
  expect(await use()).toBe(0);
  expect(failures).toEqual([]);
  expect(libraryPath(dataDir)).toBe(join(dataDir, "library-2.db"));
  expect(damagedLibraryFiles(dataDir)).toEqual([path]);
});

test("if a search finds damage, the file is replaced, and the new file is used after the pause", async () => {
  const { dataDir, file, use, failures, pass } = aLibraryFile();
  await savePictures(openedLibrary({ dataDir }), [aPictureRecord()]);
  expect(await use()).toBe(1);
  const cause = Object.assign(new Error("malformed"), { code: "SQLITE_CORRUPT_VTAB" });
  const fail = () =>
    file.use(() =>
      file.store.read(() => {
        throw cause;
      }),
    );
  await expect(fail()).rejects.toEqual(UNREADABLE);
  await expect(use()).rejects.toEqual(UNREADABLE);
  expect(failures).toEqual([cause]);
  pass(1001);
  expect(await use()).toBe(0);
  expect(damagedLibraryFiles(dataDir)).toEqual([join(dataDir, "library.db")]);
});

test("a bug in a query is not treated as damage", async () => {
  const { file, use, failures } = aLibraryFile();
  const bug = file.use(() => file.store.read((transaction) => transaction.all("NO SQL")));
  await expect(bug).rejects.toThrow(/syntax/);
  expect(await use()).toBe(0);
  expect(failures).toEqual([]);
});
