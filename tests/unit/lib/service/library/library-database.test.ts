import { join } from "node:path";
import { expect, test } from "vitest";
import {
  LIBRARY_MIGRATIONS,
  libraryPath,
  openLibraryDatabase,
} from "@/lib/service/library/library-database";
import { createLibraryReader } from "@/lib/service/library/library-reader";
import { scanSource } from "@/lib/service/library/scan-source";
import { listSources } from "@/lib/service/library/sources";
import { migrate, openDatabase } from "@/lib/state/sqlite/database";
import { copyPhotographs } from "@/tests/support/photographs";
import { temporaryFolder } from "@/tests/support/temporary-folder";

test("a library of an earlier version keeps its pictures, and the next scan indexes them again", async () => {
  const [dataDir, folder] = [temporaryFolder(), join(temporaryFolder(), "Photographs")];
  copyPhotographs(folder);
  const old = openDatabase(libraryPath(dataDir));
  migrate(old, "library", LIBRARY_MIGRATIONS.slice(0, 1));
  old
    .prepare("INSERT INTO sources (location, kind, origin) VALUES (?, 'folder', 'command')")
    .run(folder);
  old.exec(`
    INSERT INTO pictures (id, source, path, file_bytes, modified_ms, entry, name, keywords, width_px,
      height_px, accent_color, is_transparent, rating, format)
    VALUES ('a', 1, 'black-canyon.jpg', 1, 1, '', 'Untitled picture from Photographs', '[]', 1, 1,
      '#000000', 0, 'strict', 'jpeg');
    INSERT INTO picture_words (rowid, name, keywords, folder) VALUES (1, '', '', 'photographs');
  `);
  old.close();

  const database = openLibraryDatabase(dataDir);
  const { find } = createLibraryReader(database, "library", "localhost");
  const names = (q: string) =>
    find({ q, count: 9, safesearch: "strict", transparent: false, site: null }).map(
      ({ name }) => name,
    );
  expect(names("photographs")).toEqual([""]);
  for (const source of listSources(database)) await scanSource(database, source);
  expect(names("photographs")).toHaveLength(9);
  expect(names("black canyon")).toHaveLength(1);
  expect(names("black canyon")).not.toEqual([""]);
  database.close();
});
