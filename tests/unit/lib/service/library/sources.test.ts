import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { openLibraryDatabase, openMemoryLibrary } from "@/lib/service/library/library-database";
import {
  addSource,
  listSources,
  removeCommandSource,
  removeSource,
  syncSourcesCopy,
} from "@/lib/service/library/sources";
import { inTransaction, openDatabase } from "@/lib/state/sqlite/database";
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
  const store = openDatabase(join(dataDir, "vitrine.db"), { busyMs: 250 });
  expect(inTransaction(store, () => "written")).toBe("written");
  store.close();
  library.close();
});

test("a rebuilt library gets the sources back that were added by command and not removed", async () => {
  const dataDir = temporaryFolder();
  const database = openLibraryDatabase(dataDir);
  const sources = [
    { location: "/one", kind: "folder", origin: "command" },
    { location: "/two/manifest.json", kind: "manifest", origin: "command" },
    { location: "/three", kind: "folder", origin: "command" },
    { location: "/four", kind: "folder", origin: "settings" },
  ] as const;
  for (const source of sources) addSource(database, source);
  syncSourcesCopy(database, dataDir);
  expect(await removeCommandSource(database, dataDir, "/one")).toBe(true);
  database.close();

  const rebuilt = openMemoryLibrary();
  syncSourcesCopy(rebuilt, dataDir);
  expect(listSources(rebuilt)).toMatchObject([sources[1], sources[2]]);
  rebuilt.close();
});
