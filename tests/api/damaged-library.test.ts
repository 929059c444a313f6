import { closeSync, openSync, readFileSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createFreeSearch } from "@/lib/gallery/free-search";
import { scanSource } from "@/lib/service/library/scan-source";
import { inspectLibrary } from "@/lib/state/open-library";
import { openDatabase, type SqliteDatabase } from "@/lib/state/sqlite/database";
import { openedLibrary } from "@/tests/support/databases/libraries";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";
import { copyPhotographs } from "@/tests/support/pictures/photographs";
import { PICTURE_READER } from "@/tests/support/pictures/picture-reader";
import { serviceOfTest } from "@/tests/support/servers/embedded-service";
import { aQuery } from "@/tests/support/servers/paid-gallery";

function aFolderOfPhotographs(): string {
  const folder = temporaryFolder();
  copyPhotographs(folder);
  return folder;
}

/** Creates a data folder with a library of one folder, added by command. */
async function aDataFolder(): Promise<{ dataDir: string; folder: string }> {
  const [dataDir, folder] = [temporaryFolder(), aFolderOfPhotographs()];
  const library = openedLibrary({ dataDir });
  const source = await library.addSource({ location: folder, kind: "folder", origin: "command" });
  await scanSource(library, source, PICTURE_READER);
  await library.close();
  return { dataDir, folder };
}

async function damagedFiles(dataDir: string): Promise<string[]> {
  return (await inspectLibrary({ dataDir })).damagedFiles;
}

const PAGE_BYTES = 4096;

/**
 * Overwrites the root page of a table or an index with what `change` returns; before, `change` may read
 * this page and write to the database.
 */
function overwritePage(
  dataDir: string,
  like: string,
  change: (database: SqliteDatabase, pageOf: () => Buffer) => Buffer,
): void {
  const path = join(dataDir, "library.db");
  const database = openDatabase(path);
  const { rootpage } = database
    .prepare("SELECT rootpage FROM sqlite_schema WHERE name LIKE ?")
    .get(like) as { rootpage: number };
  const at = (rootpage - 1) * PAGE_BYTES;
  const checkpoint = () => database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  const page = change(database, () => {
    checkpoint();
    return readFileSync(path).subarray(at, at + PAGE_BYTES);
  });
  checkpoint();
  database.close();
  const file = openSync(path, "r+");
  writeSync(file, page, 0, PAGE_BYTES, at);
  closeSync(file);
}

/** Overwrites a page that every search reads. */
function damage(dataDir: string): void {
  overwritePage(dataDir, "picture_%_data", () => Buffer.alloc(PAGE_BYTES, 0xa5));
}

/** Puts an index back as it was before the last write: a power failure lost the newer page. */
function loseIndexPage(dataDir: string): void {
  overwritePage(dataDir, "library_pictures_newest", (database, pageOf) => {
    const before = pageOf();
    database.exec("UPDATE library_pictures SET modified_ms = modified_ms + 1");
    return before;
  });
}

test("a library whose index lacks the last writes is found, and replaced at the first write", async () => {
  const { dataDir } = await aDataFolder();
  loseIndexPage(dataDir);
  expect(await inspectLibrary({ dataDir })).toMatchObject({ state: "damaged" });
  const library = openedLibrary({ dataDir });
  const [source] = await library.sources();
  const files = await library.knownFiles(source?.number ?? 0);
  const removed = library.remove(source?.number ?? 0, [...files.keys()]);
  await expect(removed).rejects.toMatchObject({ code: "library_unreadable" });
  expect(await damagedFiles(dataDir)).toEqual([join(dataDir, "library.db")]);
});

test("a damaged library is replaced and rebuilt, with the folders added by command", async () => {
  const { dataDir, folder } = await aDataFolder();
  damage(dataDir);
  const service = serviceOfTest({ dataDir });
  await expect
    .poll(async () => (await service.find({ q: "nagasaki" }).catch(() => [])).length)
    .toBe(1);
  await expect.poll(async () => (await service.label()).pictureCount).toBe(9);
  expect(await openedLibrary({ dataDir }).sources()).toMatchObject([
    { location: folder, origin: "command", pictureCount: 9 },
  ]);
  expect(await damagedFiles(dataDir)).toEqual([join(dataDir, "library.db")]);
  await expect(service.check()).resolves.toBeUndefined();
});

test("a library file that is not a database is replaced at start", async () => {
  const [dataDir, folder] = [temporaryFolder(), aFolderOfPhotographs()];
  writeFileSync(join(dataDir, "library.db"), "this is no database; ".repeat(400));
  const service = serviceOfTest({ dataDir, libraryDirs: [folder] });
  await service.ready();
  expect(await service.find({ q: "nagasaki" })).toHaveLength(1);
  expect(await damagedFiles(dataDir)).toEqual([join(dataDir, "library.db")]);
});

test("if the library can't be opened, the demo collection answers and the check fails", async () => {
  const dataDir = join(temporaryFolder(), "data");
  writeFileSync(dataDir, "a file in the folder's place");
  const service = serviceOfTest({ dataDir });
  await service.ready();
  const search = createFreeSearch({ service, label: service.label });
  const { signal } = new AbortController();
  const answer = await search(aQuery({ q: "sea" }), { signal, mayPay: true });
  expect(answer.images.length).toBeGreaterThan(0);
  expect(answer.service.kind).toBe("demo");
  await expect(service.check()).rejects.toMatchObject({ code: "library_unreadable" });
});

test("if the library can't be opened, every search of configured folders fails", async () => {
  const dataDir = join(temporaryFolder(), "data");
  writeFileSync(dataDir, "a file in the folder's place");
  const service = serviceOfTest({ dataDir, libraryDirs: [aFolderOfPhotographs()] });
  await service.ready();
  const asked = [service.find({ q: "sea" }), service.label(), service.picture("x")];
  for (const { status, ...outcome } of await Promise.allSettled(asked)) {
    expect(status).toBe("rejected");
    expect(outcome).toMatchObject({ reason: { code: "library_unreadable" } });
  }
});
