import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startBackgroundScan } from "@/lib/service/library/background-scan";
import { libraryPath, openLibraryDatabase } from "@/lib/service/library/library-database";
import { addSource, followSettings, listSources } from "@/lib/service/library/sources";
import { copyPhotographs } from "@/tests/support/photographs";
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

test("a scan that fails on the library's file is made up for when that is well again", async () => {
  const [dataDir, folder] = [temporaryFolder(), temporaryFolder()];
  copyPhotographs(folder);
  writeFileSync(libraryPath(dataDir), "no database, and no longer than a page ".repeat(50));
  const retryMs = { first: 20, last: 100 };
  const scan = startBackgroundScan({ dataDir, libraryDirs: [folder] }, { retryMs });
  onTestFinished(() => scan.stop());
  await scan.ended;
  expect(scan.progress().isScanning).toBe(false);
  rmSync(libraryPath(dataDir));
  await expect.poll(() => scan.progress().counts.added, { timeout: 20_000 }).toBe(9);
}, 30_000);
