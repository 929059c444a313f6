import { chmodSync, mkdirSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readServiceConfig, SERVICE_SETTINGS } from "@/lib/service/config";
import { startBackgroundScan } from "@/lib/service/library/background-scan";
import { excludedName } from "@/lib/service/library/left-out-folders";
import { scanSource } from "@/lib/service/library/scan-source";
import { countFiles } from "@/lib/service/library/source-files";
import { openMemoryLibrary } from "@/lib/state/open-library";
import { openedLibrary } from "@/tests/support/databases/libraries";
import { aPictureRecord } from "@/tests/support/databases/picture-records";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";
import { PICTURE_READER } from "@/tests/support/pictures/picture-reader";
import { solidPng } from "@/tests/support/pictures/solid-png";
import { unprivileged } from "@/tests/support/programs/unprivileged";

const LEFT_OUT = [
  ...["#recycle", "#Recycle", "@eaDir", "#snapshot", "@Recycle", "@Recently-Snapshot", ".@__thumb"],
  ...["$RECYCLE.BIN", "$Recycle.Bin", "RECYCLER", "System Volume Information", "found.000"],
  ...["FOUND.012", "lost+found", ".Trash", ".Trash-1000", ".Trashes", ".thumbnails", ".recycle"],
  ...["__MACOSX", "Network Trash Folder", "Photos Library.photoslibrary", "2019.aplibrary"],
  ...["Lightroom Catalog Previews.lrdata", "Catalog Smart Previews.LRDATA", ".hidden"],
];
const SHOWN = [
  "found",
  "found.0000",
  "recycle",
  "recycle bin",
  "lost and found",
  "lrdata",
  "Trash",
];

function put(...path: readonly string[]): void {
  mkdirSync(dirname(join(...path)), { recursive: true });
  writeFileSync(join(...path), solidPng(4, 3, "#336699"));
}

async function aLibrary(location: string) {
  const library = openMemoryLibrary();
  const source = await library.addSource({ location, kind: "folder", origin: "command" });
  return {
    library,
    source,
    scan: (only: readonly string[] | null = null) =>
      scanSource(library, source, { ...PICTURE_READER, only }),
    names: async () => [...(await library.knownFiles(source.number)).keys()].sort(),
  };
}

test("deleted and system files are not imported, at any depth; folders with similar names are", async () => {
  const folder = temporaryFolder();
  for (const name of [...LEFT_OUT, ...SHOWN]) {
    put(folder, name, "a.png");
    put(folder, "Album", name, "deep", "b.png");
  }
  const { scan, names } = await aLibrary(folder);
  await scan();
  const shown = SHOWN.flatMap((name) => [`${name}/a.png`, `Album/${name}/deep/b.png`]).sort();
  expect(await names()).toEqual(shown);
  expect(await countFiles({ location: folder, kind: "folder" })).toBe(shown.length);
  await scan(LEFT_OUT.map((name) => `Album/${name}/deep/b.png`));
  expect(await names()).toEqual(shown);
});

test("a link to a deleted file shows nothing", async () => {
  const folder = temporaryFolder();
  for (const place of ["#recycle", ".Trash-1000/files"]) {
    put(folder, place, "a.png");
    symlinkSync(join(folder, place, "a.png"), join(folder, `${place.slice(1, 4)}.png`));
  }
  const { scan, names } = await aLibrary(folder);
  await scan();
  expect(await names()).toEqual([]);
});

test("what an earlier version imported leaves the library, even if the source cannot be read", async () => {
  const folder = join(temporaryFolder(), "missing");
  const { library, source, scan, names } = await aLibrary(folder);
  for (const name of [...LEFT_OUT, "Album"]) {
    await library.save(source.number, aPictureRecord({ id: name, path: `Old/${name}/a.png` }));
  }
  expect((await scan()).problem).toBe("there is no such folder");
  expect(await names()).toEqual(["Old/Album/a.png"]);
});

test("names that the operator excludes are not shown, whatever their case and their form in Unicode", async () => {
  const folder = temporaryFolder();
  const dirs = ["Private", "2019/PRIVATE/deep", "Entwu\u0308rfe", "Private 2", "my private"];
  for (const name of dirs) put(folder, name, "a.png");
  put(folder, "Rejected.png");
  const { library, source, scan, names } = await aLibrary(folder);
  await scan();
  expect(await names()).toHaveLength(6);
  const excluded = new Set(["private", "entw\u00fcrfe", "rejected.png"].map(excludedName));
  await scanSource(library, source, { ...PICTURE_READER, excluded });
  expect(await names()).toEqual(["Private 2/a.png", "my private/a.png"]);
  expect(await countFiles({ location: folder, kind: "folder" }, excluded)).toBe(2);
  await scanSource(library, source, { ...PICTURE_READER, excluded, only: ["Private/a.png"] });
  expect(await names()).toHaveLength(2);
});

test("a server excludes the names of VITRINE_LIBRARY_EXCLUDE", async () => {
  const [folder, dataDir] = [temporaryFolder(), temporaryFolder()];
  for (const name of ["a.png", "Private/b.png", "Rejected/c.png"]) put(folder, name);
  const problems: string[] = [];
  const values = SERVICE_SETTINGS.parse({ VITRINE_LIBRARY_EXCLUDE: "private: REJECTED :" });
  const excluded = readServiceConfig(values, problems).libraryExcluded;
  const storeLocation = { dataDir };
  const scan = startBackgroundScan({
    storeLocation,
    libraryDirs: [folder],
    excluded,
    hiddenPaths: [],
  });
  onTestFinished(() => scan.stop());
  await scan.ended;
  const library = openedLibrary({ dataDir });
  expect([...(await library.knownFiles(1)).keys()]).toEqual(["a.png"]);
});

test("a folder with a file .nomedia is not shown, nor are the folders in it", async () => {
  const folder = temporaryFolder();
  for (const name of ["a.png", "Private/b.png", "Private/deep/c.png"]) put(folder, name);
  const { scan, names } = await aLibrary(folder);
  await scan();
  const all = await names();
  writeFileSync(join(folder, "Private", ".nomedia"), "");
  await scan(["Private/deep/c.png"]);
  expect(await names()).toEqual(["Private/b.png", "a.png"]);
  await scan();
  expect(await names()).toEqual(["a.png"]);
  expect(await countFiles({ location: folder, kind: "folder" })).toBe(1);
  writeFileSync(join(folder, ".nomedia"), "");
  expect((await scan()).problem).toBe("it has a file .nomedia, so its pictures are not shown");
  expect(await names()).toEqual([]);
  for (const name of [".nomedia", "Private/.nomedia"]) unlinkSync(join(folder, name));
  await scan();
  expect(await names()).toEqual(all);
});

test("a source whose only folder gets a file .nomedia does not keep its pictures", async () => {
  const folder = temporaryFolder();
  put(folder, "Private/b.png");
  const { scan, names } = await aLibrary(folder);
  await scan();
  writeFileSync(join(folder, "Private", ".nomedia"), "");
  expect((await scan()).problem).toBeNull();
  expect(await names()).toEqual([]);
});

test("lost+found that may not be read is no problem of the scan", async () => {
  const folder = temporaryFolder();
  chmodSync(folder, 0o755);
  put(folder, "a.png");
  mkdirSync(join(folder, "lost+found"), { mode: 0 });
  const { scan } = await aLibrary(folder);
  await unprivileged(async () => expect((await scan()).problem).toBeNull());
});

test("a server notices a file .nomedia, and no change in a recycle bin", async () => {
  const [folder, dataDir] = [temporaryFolder(), temporaryFolder()];
  put(folder, "a.png");
  put(folder, "Private/b.png");
  put(folder, "#recycle/c.png");
  const scan = startBackgroundScan({
    storeLocation: { dataDir },
    libraryDirs: [folder],
    hiddenPaths: [],
  });
  onTestFinished(() => scan.stop());
  await scan.ended;
  const library = openedLibrary({ dataDir });
  const names = async () => [...(await library.knownFiles(1)).keys()].sort();
  put(folder, "#recycle/d.png");
  writeFileSync(join(folder, "Private", ".nomedia"), "");
  await expect.poll(names).toEqual(["a.png"]);
  unlinkSync(join(folder, "Private", ".nomedia"));
  await expect.poll(names).toEqual(["Private/b.png", "a.png"]);
});
