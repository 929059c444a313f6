import { rmSync } from "node:fs";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { openState } from "@/lib/state/open-state";
import { inTransaction } from "@/lib/state/sqlite/database";
import { libraryPath, openLibraryDatabase } from "@/lib/state/sqlite/library-database";
import { openedLibrary } from "@/tests/support/databases/libraries";
import { aPictureRecord, savePictures } from "@/tests/support/databases/picture-records";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";

test("others can write while a large source is removed, and nothing of it remains", async () => {
  const dataDir = temporaryFolder();
  const library = openedLibrary({ dataDir });
  const records = Array.from({ length: 1200 }, (_, index) => aPictureRecord({ id: `p${index}` }));
  await savePictures(library, records);
  const other = openLibraryDatabase(dataDir);
  const count = (table: string) =>
    (other.prepare(`SELECT count(*) AS count FROM ${table}`).get() as { count: number }).count;

  let isRemoved = false;
  const removal = library.removeSource("/pictures").finally(() => {
    isRemoved = true;
  });
  const seen = new Set<number>();
  while (!isRemoved) {
    inTransaction(other, () => seen.add(count("library_pictures")));
    await nextTurn();
  }
  expect(await removal).toBe(true);
  expect([...seen]).toEqual(expect.arrayContaining([700, 200]));
  expect([count("library_pictures"), count("picture_terms")]).toEqual([0, 0]);
  other.close();
});

test("writing the library locks nothing that a search depends on", async () => {
  const dataDir = temporaryFolder();
  const library = openLibraryDatabase(dataDir);
  library.exec("BEGIN IMMEDIATE");
  const state = openState({ dataDir, databaseUrl: null });
  await expect(state.check()).resolves.toBeUndefined();
  await state.close();
  library.close();
});

test("a rebuilt library restores the sources that were added by command and not removed", async () => {
  const dataDir = temporaryFolder();
  const library = openedLibrary({ dataDir });
  const sources = [
    { location: "/one", kind: "folder", origin: "command" },
    { location: "/two/manifest.json", kind: "manifest", origin: "command" },
    { location: "/three", kind: "folder", origin: "command" },
    { location: "/four", kind: "folder", origin: "settings" },
  ] as const;
  for (const source of sources) await library.addSource(source);
  expect(await library.removeSource("/one")).toBe(true);
  await library.close();
  const path = libraryPath(dataDir);
  for (const suffix of ["", "-wal", "-shm"]) rmSync(`${path}${suffix}`, { force: true });

  const rebuilt = openedLibrary({ dataDir });
  await rebuilt.followSettings([]);
  expect(await rebuilt.sources()).toMatchObject([sources[1], sources[2]]);
});
