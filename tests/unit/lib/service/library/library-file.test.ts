import { rmSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { libraryPath, openLibraryDatabase } from "@/lib/service/library/library-database";
import { createLibraryFile } from "@/lib/service/library/library-file";
import { aPictureRecord, savePictures } from "@/tests/support/picture-records";
import { temporaryFolder } from "@/tests/support/temporary-folder";

const UNREADABLE = expect.objectContaining({ code: "library_unreadable" });

function aLibraryFile() {
  const dataDir = temporaryFolder();
  const told: unknown[] = [];
  let atMs = 0;
  const file = createLibraryFile({
    dataDir,
    ownHost: "localhost",
    onFailure: (cause) => told.push(cause),
    nowMs: () => atMs,
  });
  return {
    dataDir,
    told,
    use: () => file.use(({ reader }) => reader.pictureCount()),
    file,
    pass: (ms: number) => {
      atMs += ms;
    },
  };
}

function damage(dataDir: string): void {
  for (const suffix of ["-wal", "-shm"]) rmSync(libraryPath(dataDir) + suffix, { force: true });
  writeFileSync(libraryPath(dataDir), "this is no database; ".repeat(400));
}

test("a damaged file is told of once, left alone for longer and longer, and used again when well", () => {
  const { dataDir, use, told, pass } = aLibraryFile();
  damage(dataDir);
  expect(use).toThrow(UNREADABLE);
  pass(1001);
  expect(use).toThrow(UNREADABLE);
  rmSync(libraryPath(dataDir));
  // It is well again, but looked at only when its time has come.
  pass(1001);
  expect(use).toThrow(UNREADABLE);
  pass(1000);
  expect(use()).toBe(0);
  expect(told).toHaveLength(1);
});

test("damage that shows itself in the middle of a question ends the use of the file", () => {
  const { dataDir, file, use, told } = aLibraryFile();
  const database = openLibraryDatabase(dataDir);
  savePictures(database, [aPictureRecord()]);
  database.close();
  expect(use()).toBe(1);
  const cause = Object.assign(new Error("malformed"), { code: "SQLITE_CORRUPT_VTAB" });
  const fail = () =>
    file.use(() => {
      throw cause;
    });
  expect(fail).toThrow(UNREADABLE);
  expect(use).toThrow(UNREADABLE);
  expect(told).toEqual([cause]);
});

test("a mistake of ours is no damage", () => {
  const { file, use, told } = aLibraryFile();
  expect(() => file.use(({ database }) => database.exec("NO SQL"))).toThrow(/syntax/);
  expect(use()).toBe(0);
  expect(told).toEqual([]);
});
