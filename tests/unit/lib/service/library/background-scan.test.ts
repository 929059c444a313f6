import { copyFileSync, mkdirSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startBackgroundScan } from "@/lib/service/library/background-scan";
import { openLibraryDatabase } from "@/lib/state/sqlite/library-database";
import { openedLibrary } from "@/tests/support/databases/libraries";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";
import { copyPhotographs, photographPath } from "@/tests/support/pictures/photographs";
import { recordLog } from "@/tests/support/recorded-log";

test("a source whose scan fails does not prevent the others' scans", async () => {
  const dataDir = temporaryFolder();
  const libraryDirs = ["first", "second"].map((name) => join(temporaryFolder(), name));
  for (const folder of libraryDirs) copyPhotographs(folder);
  const library = openedLibrary({ dataDir });
  await library.followSettings(libraryDirs);
  const [first] = await library.sources();
  const database = openLibraryDatabase(dataDir);
  database.exec(
    `CREATE TRIGGER fail BEFORE INSERT ON library_pictures WHEN new.source = ${first?.number}
     BEGIN SELECT RAISE(ABORT, 'as when the disk is full'); END`,
  );
  database.close();
  const scan = startBackgroundScan({ storeLocation: { dataDir }, libraryDirs, hiddenPaths: [] });
  onTestFinished(() => scan.stop());
  await scan.ended;
  expect((await library.sources()).map(({ pictureCount }) => pictureCount)).toEqual([0, 9]);
});

test("a scan that can't open the library is repeated until it can", async () => {
  const [dataDir, folder] = [temporaryFolder(), temporaryFolder()];
  copyPhotographs(folder);
  mkdirSync(join(dataDir, "library.db"));
  const scan = startBackgroundScan(
    { storeLocation: { dataDir }, libraryDirs: [folder], hiddenPaths: [] },
    { watchMs: 20, cooldown: { firstMs: 20, lastMs: 100 } },
  );
  onTestFinished(() => scan.stop());
  await scan.ended;
  expect(scan.progress()).toMatchObject({ isScanning: false, counts: { added: 0 } });
  rmdirSync(join(dataDir, "library.db"));
  await expect.poll(() => scan.progress().counts.added).toBe(9);
});

test("a scan whose thread does not start is repeated until it does", async () => {
  const folder = temporaryFolder();
  copyPhotographs(folder);
  let isRefused = true;
  // Copied for the thread by `new Worker`, which throws the error, as it does if no thread is left.
  const libraryDirs = Object.defineProperty([folder], 0, {
    enumerable: true,
    get() {
      if (isRefused) throw new Error("ERR_WORKER_INIT_FAILED: EAGAIN");
      return folder;
    },
  });
  const scan = startBackgroundScan(
    { storeLocation: { dataDir: temporaryFolder() }, libraryDirs, hiddenPaths: [] },
    { watchMs: 20, cooldown: { firstMs: 20, lastMs: 100 } },
  );
  onTestFinished(() => scan.stop());
  await scan.ended;
  // The next one may have begun.
  await expect
    .poll(() => scan.progress())
    .toMatchObject({ isScanning: false, counts: { added: 0 } });
  isRefused = false;
  await expect.poll(() => scan.progress().counts.added).toBe(9);
});

test("a problem of a source is logged once, and again when it is another one", async () => {
  const lines = recordLog();
  const folder = join(temporaryFolder(), "away");
  const scan = startBackgroundScan(
    { storeLocation: { dataDir: temporaryFolder() }, libraryDirs: [folder], hiddenPaths: [] },
    { watchMs: 20 },
  );
  onTestFinished(() => scan.stop());
  await scan.ended;
  for (let i = 0; i < 2; i++) {
    scan.rescan(null);
    await expect.poll(() => scan.progress().isScanning).toBe(false);
  }
  writeFileSync(folder, "");
  const problems = () =>
    lines
      .map((line) => JSON.parse(line))
      .filter(({ event }) => event === "library_source_incomplete")
      .map(({ problem }) => problem);
  await expect.poll(problems).toHaveLength(2);
  expect(problems()).toEqual(["there is no such folder", "it is not a folder"]);
});

test("only a folder that was missing or empty is rescanned, until it is complete", async () => {
  const [missing, empty, other] = [
    join(temporaryFolder(), "later"),
    temporaryFolder(),
    temporaryFolder(),
  ];
  copyPhotographs(other);
  const dataDir = temporaryFolder();
  const libraryDirs = [missing, empty, other];
  const scan = startBackgroundScan(
    { storeLocation: { dataDir }, libraryDirs, hiddenPaths: [] },
    { watchMs: 20 },
  );
  onTestFinished(() => scan.stop());
  await scan.ended;
  const library = openedLibrary({ dataDir });
  const sourceAt = async (folder: string) =>
    (await library.sources()).find(({ location }) => location === folder);
  const before = await sourceAt(other);
  const countIn = async (folder: string) => (await sourceAt(folder))?.pictureCount;
  for (const folder of [missing, empty]) {
    copyPhotographs(folder);
    await expect.poll(() => countIn(folder)).toBe(9);
  }
  // A folder is watched until it is complete.
  copyFileSync(photographPath("black-canyon"), join(missing, "late.jpg"));
  await expect.poll(() => countIn(missing)).toBe(10);
  expect(await sourceAt(other)).toEqual(before);
});

test("a source that a command adds is scanned and watched by a running server", async () => {
  const dataDir = temporaryFolder();
  const library = openedLibrary({ dataDir });
  const scan = startBackgroundScan(
    {
      storeLocation: { dataDir },
      libraryDirs: [],
      hiddenPaths: [],
      locations: library.sourceLocations,
    },
    { watchMs: 20 },
  );
  onTestFinished(() => scan.stop());
  await scan.ended;
  const added = temporaryFolder();
  // Not in the source's own folder, which is polled while a new source is filled.
  const album = join(added, "Album");
  copyPhotographs(album);
  await library.addSource({ location: added, kind: "folder", origin: "command" });
  const count = async () => (await library.sources())[0]?.pictureCount;
  await expect.poll(count).toBe(9);
  await expect.poll(() => scan.progress().isScanning).toBe(false);
  copyFileSync(photographPath("black-canyon"), join(album, "late.jpg"));
  await expect.poll(count).toBe(10);
});

test("a folder that becomes a source of its own, and no longer is one, is in one source at a time", async () => {
  const dataDir = temporaryFolder();
  const library = openedLibrary({ dataDir });
  const outer = temporaryFolder();
  copyFileSync(photographPath("black-canyon"), join(outer, "canyon.jpg"));
  const inner = join(outer, "inner");
  copyPhotographs(inner);
  const scan = startBackgroundScan(
    {
      storeLocation: { dataDir },
      libraryDirs: [outer],
      hiddenPaths: [],
      locations: library.sourceLocations,
    },
    { watchMs: 20 },
  );
  onTestFinished(() => scan.stop());
  await scan.ended;
  const counts = async () => (await library.sources()).map(({ pictureCount }) => pictureCount);
  expect(await counts()).toEqual([10]);
  await library.addSource({ location: inner, kind: "folder", origin: "command" });
  await expect.poll(counts).toEqual([1, 9]);
  await library.removeSource(inner);
  await expect.poll(counts).toEqual([10]);
});

test("a source that takes the number of one that was removed gets none of its pictures", async () => {
  const dataDir = temporaryFolder();
  const library = openedLibrary({ dataDir });
  const add = (location: string) =>
    library.addSource({ location, kind: "folder", origin: "command" });
  const [first, removed, next] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
  // The first takes long enough that the second is removed before its turn.
  for (const name of ["a", "b", "c", "d"]) copyPhotographs(join(first, name));
  copyPhotographs(removed);
  await add(first);
  await add(removed);
  const scan = startBackgroundScan({
    storeLocation: { dataDir },
    libraryDirs: [],
    hiddenPaths: [],
  });
  onTestFinished(() => scan.stop());
  await expect.poll(() => scan.progress().location, { interval: 5 }).toBe(first);
  await library.removeSource(removed);
  await add(next);
  await scan.ended;
  const counts = (await library.sources()).map(({ location, pictureCount }) => [
    location,
    pictureCount,
  ]);
  expect(counts).toEqual([
    [first, 36],
    [next, 0],
  ]);
});
