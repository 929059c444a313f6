import { join } from "node:path";
import { expect, test } from "vitest";
import { scanSource } from "@/lib/service/library/scan-source";
import { migrate, openDatabase } from "@/lib/state/sqlite/database";
import { LIBRARY_MIGRATIONS, libraryPath } from "@/lib/state/sqlite/library-database";
import { openedLibrary } from "@/tests/support/libraries";
import { copyPhotographs } from "@/tests/support/photographs";
import { namesIn } from "@/tests/support/picture-records";
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

  const library = openedLibrary({ dataDir });
  const names = (q: string) => namesIn(library, q);
  expect(await names("photographs")).toEqual([""]);
  for (const source of await library.sources()) await scanSource(library, source);
  expect(await names("photographs")).toHaveLength(9);
  expect(await names("black canyon")).toHaveLength(1);
  expect(await names("black canyon")).not.toEqual([""]);
});
