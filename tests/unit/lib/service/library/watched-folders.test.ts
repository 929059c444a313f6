import { once } from "node:events";
import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  renameSync,
  rmSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { startThread } from "@/lib/platform/worker-calls";
import {
  type ScanMessage,
  type ScanWorkerSettings,
  startBackgroundScan,
} from "@/lib/service/library/background-scan";
import { createFolderWatch } from "@/lib/service/library/watch-folders";
import { openedLibrary } from "@/tests/support/databases/libraries";
import { NO_FILTERS } from "@/tests/support/databases/picture-records";
import { canMount, mountDisk, unmountDisk } from "@/tests/support/files/mounted-disk";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";
import { copyPhotographs, photographPath } from "@/tests/support/pictures/photographs";
import { solidPng } from "@/tests/support/pictures/solid-png";

const PHOTOGRAPH = photographPath("black-canyon");

/** A scanned folder with nine photographs, and the paths that the library has of it. */
async function aScannedFolder(dataDir = temporaryFolder()) {
  const folder = temporaryFolder();
  copyPhotographs(join(folder, "Album"));
  const scan = startBackgroundScan({
    storeLocation: { dataDir },
    libraryDirs: [folder],
    hiddenPaths: [],
  });
  onTestFinished(() => scan.stop());
  await scan.ended;
  const library = openedLibrary({ dataDir });
  const [source] = await library.sources();
  const paths = async () => [...(await library.knownFiles(source?.number ?? 0)).keys()].sort();
  const newPaths = async () =>
    (await paths()).filter((path) => !/^Album\/[a-z-]+\.jpg$/.test(path));
  const added = (name: string) => {
    copyFileSync(PHOTOGRAPH, join(folder, name));
    return expect.poll(newPaths);
  };
  return { folder, scan, library, source, paths, newPaths, added };
}

test("new, changed, moved and deleted pictures are noticed, in new folders too", async () => {
  const { folder, newPaths, paths, added } = await aScannedFolder();
  await added("Album/New 1.jpg").toEqual(["Album/New 1.jpg"]);
  mkdirSync(join(folder, "Trip", "Day 1"), { recursive: true });
  await added("Trip/Day 1/a.jpg").toEqual(["Album/New 1.jpg", "Trip/Day 1/a.jpg"]);
  // The new folder is watched too.
  await added("Trip/Day 1/b.jpg").toContain("Trip/Day 1/b.jpg");
  renameSync(join(folder, "Trip"), join(folder, "Tour"));
  const moved = ["Album/New 1.jpg", "Tour/Day 1/a.jpg", "Tour/Day 1/b.jpg"];
  await expect.poll(newPaths).toEqual(moved);
  unlinkSync(join(folder, "Tour", "Day 1", "a.jpg"));
  await expect.poll(newPaths).not.toContain("Tour/Day 1/a.jpg");
  rmSync(join(folder, "Tour"), { recursive: true });
  await expect.poll(newPaths).toEqual(["Album/New 1.jpg"]);
  expect(await paths()).toHaveLength(10);
});

test("a description beside a picture is noticed", async () => {
  const { folder, library } = await aScannedFolder();
  writeFileSync(join(folder, "Album", "black-canyon.txt"), "A gorge near Montrose");
  const find = () => library.find({ ...NO_FILTERS, q: "montrose" });
  await expect.poll(async () => (await find()).pictures.length).toBe(1);
});

test("a picture that is still being written is read again", async () => {
  const { folder, library, source } = await aScannedFolder();
  const file = join(folder, "Album", "slow.png");
  const bytes = solidPng(30, 20, "#336699");
  writeFileSync(file, bytes.subarray(0, 20));
  const broken = () => library.brokenFiles(source?.number ?? 0);
  await expect.poll(broken).toHaveLength(1);
  appendFileSync(file, bytes.subarray(20));
  await expect.poll(broken).toEqual([]);
});

test("a change scans nothing else, and a change of other files scans nothing", async () => {
  const { folder, scan, library, added } = await aScannedFolder();
  const before = await library.sources();
  writeFileSync(join(folder, "Album", "notes.pdf"), "no picture");
  mkdirSync(join(folder, ".hidden"));
  writeFileSync(join(folder, ".hidden", "a.jpg"), "");
  await sleep(1_000);
  expect(scan.progress().counts).toMatchObject({ added: 9, unchanged: 0 });
  await added("Album/New 1.jpg").toEqual(["Album/New 1.jpg"]);
  await expect.poll(() => scan.progress().isScanning).toBe(false);
  expect(scan.progress().counts).toMatchObject({ added: 1, unchanged: 0 });
  // The record of the last scan of the whole source stays.
  expect(await library.sources()).toEqual(before.map((each) => ({ ...each, pictureCount: 10 })));
});

test("a folder that is emptied keeps its pictures", async () => {
  const { folder, paths, scan } = await aScannedFolder();
  rmSync(join(folder, "Album"), { recursive: true });
  await sleep(1_500);
  await expect.poll(() => scan.progress().isScanning).toBe(false);
  expect(await paths()).toHaveLength(9);
});

test("an emptied folder that gets other pictures loses its former ones", async () => {
  const { folder, library, paths, added } = await aScannedFolder();
  for (const path of await paths()) rmSync(join(folder, path));
  const problem = async () => (await library.sources())[0]?.problem;
  await expect.poll(problem).toMatch(/^it is empty, so its pictures were kept/);
  await added("Album/New 1.jpg").toEqual(["Album/New 1.jpg"]);
  await expect.poll(paths).toEqual(["Album/New 1.jpg"]);
  await expect.poll(problem).toBeNull();
});

test("a source that is moved away and back is watched again", async () => {
  const { folder, paths, library, added } = await aScannedFolder();
  renameSync(folder, `${folder}-elsewhere`);
  await expect
    .poll(async () => (await library.sources())[0]?.problem)
    .toBe("there is no such folder");
  expect(await paths()).toHaveLength(9);
  renameSync(`${folder}-elsewhere`, folder);
  await expect.poll(async () => (await library.sources())[0]?.problem).toBeNull();
  await added("Album/New 1.jpg").toEqual(["Album/New 1.jpg"]);
});

test("data of the server in a watched folder does not cause scans", async () => {
  const folder = temporaryFolder();
  const dataDir = join(folder, "data");
  mkdirSync(dataDir);
  copyPhotographs(join(folder, "Album"));
  const scan = startBackgroundScan({
    storeLocation: { dataDir },
    libraryDirs: [folder],
    hiddenPaths: [],
  });
  onTestFinished(() => scan.stop());
  await scan.ended;
  // The database itself may have been created after the folder was read.
  await sleep(2_000);
  await expect.poll(() => scan.progress().isScanning).toBe(false);
  let scanCount = 0;
  const timer = setInterval(() => {
    scanCount += scan.progress().isScanning ? 1 : 0;
  }, 10);
  onTestFinished(() => clearInterval(timer));
  writeFileSync(join(dataDir, "vitrine.db-wal"), "changed");
  await sleep(1_500);
  expect(scanCount).toBe(0);
});

test("a folder that replaces a deleted one is watched, even if the system reuses its number", async () => {
  const { folder, added, newPaths, scan } = await aScannedFolder();
  const trip = join(folder, "Trip");
  mkdirSync(trip);
  await added("Trip/a.jpg").toEqual(["Trip/a.jpg"]);
  rmSync(trip, { recursive: true });
  mkdirSync(trip);
  await expect.poll(newPaths).toEqual([]);
  await expect.poll(() => scan.progress().isScanning).toBe(false);
  await added("Trip/b.jpg").toEqual(["Trip/b.jpg"]);
});

test("a source that is removed is no longer watched", async () => {
  const [removed, other] = [temporaryFolder(), temporaryFolder()];
  const changes: string[] = [];
  const folders = createFolderWatch((location) => changes.push(location));
  onTestFinished(() => folders.close());
  mkdirSync(join(removed, "deep"));
  for (const path of ["", "deep"]) await folders.add(removed, path, Number.POSITIVE_INFINITY);
  await folders.add(other, "", Number.POSITIVE_INFINITY);
  copyFileSync(PHOTOGRAPH, join(removed, "before.jpg"));
  await expect.poll(() => changes).toEqual([removed]);
  folders.remove(removed);
  for (const path of ["a.jpg", "deep/b.jpg"]) copyFileSync(PHOTOGRAPH, join(removed, path));
  copyFileSync(PHOTOGRAPH, join(other, "c.jpg"));
  await expect.poll(() => changes).toEqual([removed, other]);
});

test("a change just before a folder is watched is noticed", async () => {
  const added = Array.from({ length: 200 }, () => temporaryFolder());
  const long = new Date("2020-01-01");
  for (const folder of added) utimesSync(folder, long, long);
  const changed = new Set<string>();
  const folders = createFolderWatch((location) => changed.add(location));
  onTestFinished(() => folders.close());
  for (const folder of added) {
    const adding = folders.add(folder, "", Date.now());
    copyFileSync(PHOTOGRAPH, join(folder, "a.jpg"));
    await adding;
  }
  await expect.poll(() => changed.size).toBe(added.length);
});

test.skipIf(!canMount)("a disk that is unmounted is a change, and no longer watched", async () => {
  const folder = temporaryFolder();
  const disk = join(folder, "disk");
  mountDisk(disk);
  mkdirSync(join(disk, "deep"));
  const changes: (readonly string[] | null)[] = [];
  const folders = createFolderWatch((_, paths) => changes.push(paths));
  onTestFinished(() => folders.close());
  const watchAll = async () => {
    for (const path of ["", "disk", "disk/deep"]) {
      await folders.add(folder, path, Number.POSITIVE_INFINITY);
    }
  };
  await watchAll();
  unmountDisk(disk);
  await expect.poll(() => changes).toEqual([["disk"]]);
  // The folder under the disk is watched instead.
  await watchAll();
  copyFileSync(PHOTOGRAPH, join(disk, "b.jpg"));
  await expect.poll(() => changes).toEqual([["disk"], ["disk/b.jpg"]]);
});

test("a scan says when it read each folder, so that a later change counts", async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "Trip"));
  const settings: ScanWorkerSettings = {
    storeLocation: { dataDir: temporaryFolder(), databaseUrl: null },
    libraryDirs: [folder],
    hiddenPaths: [],
    wanted: null,
  };
  const startedAtMs = Date.now();
  const scan = startThread("scan-worker", settings);
  const readTimes: [string, number][] = [];
  scan.on("message", (message: ScanMessage) => {
    if (message.event === "folder") readTimes.push([message.path, message.readAtMs]);
  });
  await once(scan, "exit");
  expect(readTimes.map(([path]) => path)).toEqual(["", "Trip"]);
  for (const [, readAtMs] of readTimes) {
    expect(readAtMs).toBeGreaterThanOrEqual(startedAtMs);
    expect(readAtMs).toBeLessThanOrEqual(Date.now());
  }
});
