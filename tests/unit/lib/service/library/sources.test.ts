import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { inTransaction, openDatabase } from "@/lib/platform/sqlite";
import { openLibraryDatabase } from "@/lib/service/library/library-database";
import { listSources, removeSource } from "@/lib/service/library/sources";
import { createStoreCheck } from "@/lib/state/store-check";
import { aPictureRecord, savePictures } from "@/tests/support/picture-records";
import { temporaryFolder } from "@/tests/support/temporary-folder";

test("while a large source is removed, others write in between, and nothing of it stays", async () => {
  const dataDir = temporaryFolder();
  const database = openLibraryDatabase(dataDir);
  const records = Array.from({ length: 1200 }, (_, index) => aPictureRecord({ id: `p${index}` }));
  savePictures(database, records);
  const other = openLibraryDatabase(dataDir);
  const count = (table: string) =>
    (other.prepare(`SELECT count(*) AS count FROM ${table}`).get() as { count: number }).count;

  let isRemoved = false;
  const removal = removeSource(database, "/pictures").finally(() => {
    isRemoved = true;
  });
  const seen = new Set<number>();
  while (!isRemoved) {
    inTransaction(other, () => seen.add(count("pictures")));
    await nextTurn();
  }
  expect(await removal).toBe(true);
  expect([...seen]).toEqual(expect.arrayContaining([700, 200]));
  expect([count("pictures"), count("picture_terms")]).toEqual([0, 0]);
  expect(listSources(other)).toEqual([]);
  expect(await removeSource(database, "/pictures")).toBe(false);
  other.close();
  database.close();
});

test("a library that is being written locks nothing that a search depends on", async () => {
  const dataDir = temporaryFolder();
  const library = openLibraryDatabase(dataDir);
  library.exec("BEGIN IMMEDIATE");
  await expect(createStoreCheck(dataDir)()).resolves.toBeUndefined();
  const store = openDatabase(join(dataDir, "vitrine.db"), { on: "server-thread" });
  expect(inTransaction(store, () => "written")).toBe("written");
  store.close();
  library.close();
});
