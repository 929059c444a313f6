import { join } from "node:path";
import { expect, test } from "vitest";
import { startBackgroundScan } from "@/lib/service/library/background-scan";
import { openLibraryDatabase } from "@/lib/service/library/library-database";
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
  await startBackgroundScan({ dataDir, libraryDirs }).ended;
  expect(listSources(database).map(({ pictureCount }) => pictureCount)).toEqual([0, 9]);
  database.close();
});
