import { copyFileSync, mkdirSync, rmdirSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startBackgroundScan } from "@/lib/service/library/background-scan";
import { openLibraryDatabase } from "@/lib/service/library/library-database";
import { addSource, followSettings, listSources } from "@/lib/service/library/sources";
import { copyPhotographs, photographPath } from "@/tests/support/photographs";
import { temporaryFolder } from "@/tests/support/temporary-folder";

test("a source whose scan fails does not keep the others from theirs", async () => {
  const dataDir = temporaryFolder();
  const libraryDirs = ["first", "second"].map((name) => join(temporaryFolder(), name));
  for (const folder of libraryDirs) copyPhotographs(folder);
  const database = openLibraryDatabase(dataDir);
  await followSettings(database, libraryDirs);
  const first = addSource(database, {
    location: libraryDirs[0] ?? "",
    kind: "folder",
    origin: "settings",
  });
  database.exec(
    `CREATE TRIGGER fail BEFORE INSERT ON pictures WHEN new.source = ${first.number}
     BEGIN SELECT RAISE(ABORT, 'as when the disk is full'); END`,
  );
  const scan = startBackgroundScan({ dataDir, libraryDirs });
  onTestFinished(() => scan.stop());
  await scan.ended;
  expect(listSources(database).map(({ pictureCount }) => pictureCount)).toEqual([0, 9]);
  database.close();
});

test("a scan that can't open the library is repeated until it can", async () => {
  const [dataDir, folder] = [temporaryFolder(), temporaryFolder()];
  copyPhotographs(folder);
  mkdirSync(join(dataDir, "library.db"));
  const scan = startBackgroundScan(
    { dataDir, libraryDirs: [folder] },
    { watchMs: 20, retryMs: { first: 20, last: 100 } },
  );
  onTestFinished(() => scan.stop());
  await scan.ended;
  expect(scan.progress()).toMatchObject({ isScanning: false, counts: { added: 0 } });
  rmdirSync(join(dataDir, "library.db"));
  await expect.poll(() => scan.progress().counts.added, { timeout: 20_000 }).toBe(9);
}, 30_000);

test("a folder that was missing or empty is scanned until it is complete, and no other", async () => {
  const [missing, empty, other] = [
    join(temporaryFolder(), "later"),
    temporaryFolder(),
    temporaryFolder(),
  ];
  copyPhotographs(other);
  const dataDir = temporaryFolder();
  const libraryDirs = [missing, empty, other];
  const scan = startBackgroundScan({ dataDir, libraryDirs }, { watchMs: 20 });
  onTestFinished(() => scan.stop());
  await scan.ended;
  const database = openLibraryDatabase(dataDir);
  onTestFinished(() => {
    database.close();
  });
  const [before] = listSources(database).filter(({ location }) => location === other);
  const countIn = (folder: string) =>
    listSources(database).find(({ location }) => location === folder)?.pictureCount;
  for (const folder of [missing, empty]) {
    copyPhotographs(folder);
    await expect.poll(() => countIn(folder), { timeout: 20_000 }).toBe(9);
  }
  // A folder is watched until it is complete.
  copyFileSync(photographPath("black-canyon"), join(missing, "late.jpg"));
  await expect.poll(() => countIn(missing), { timeout: 20_000 }).toBe(10);
  expect(listSources(database)).toContainEqual(before);
});
