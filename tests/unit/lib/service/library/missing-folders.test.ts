import {
  chmodSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { UndecodedPictureError } from "@/lib/decoding/usable-picture";
import { startBackgroundScan } from "@/lib/service/library/background-scan";
import { scanSource } from "@/lib/service/library/scan-source";
import { openMemoryLibrary } from "@/lib/state/open-library";
import { openedLibrary } from "@/tests/support/databases/libraries";
import { NO_FILTERS } from "@/tests/support/databases/picture-records";
import { canMount, mountDisk, unmountDisk } from "@/tests/support/files/mounted-disk";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";
import { PICTURE_READER } from "@/tests/support/pictures/picture-reader";
import { solidPng } from "@/tests/support/pictures/solid-png";
import { unprivileged } from "@/tests/support/programs/unprivileged";

type Scanned = Partial<Parameters<typeof scanSource>[2]>;

/** A library over these sources; `scan` scans all, or the one at a place, and returns the problem. */
async function aLibrary(...locations: readonly string[]) {
  const library = openMemoryLibrary();
  const add = (location: string) => {
    const kind = location.endsWith(".json") ? "manifest" : "folder";
    return library.addSource({ location, kind, origin: "command" });
  };
  for (const location of locations) await add(location);
  const scan = async (location: string, options: Scanned = {}) => {
    const source = (await library.sources()).find((each) => each.location === location);
    if (source === undefined) throw new Error(`no source ${location}`);
    return (await scanSource(library, source, { ...PICTURE_READER, ...options })).problem;
  };
  return {
    library,
    add,
    scan,
    async scanAll() {
      const problems: (string | null)[] = [];
      for (const { location } of await library.sources()) problems.push(await scan(location));
      return problems;
    },
    async names() {
      const files = (await library.sources()).map(({ number }) => library.knownFiles(number));
      return (await Promise.all(files)).flatMap((each) => [...each.keys()]).sort();
    },
  };
}

/** Writes a small picture and the folders above it. */
function put(...path: readonly string[]): void {
  const file = join(...path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, solidPng(4, 3, "#336699"));
}

describe("one of two folders is missing", () => {
  test("the other one is scanned: new, changed and deleted files", async () => {
    const [here, away] = [temporaryFolder(), join(temporaryFolder(), "away")];
    put(here, "barn.png");
    const { scan, scanAll, names } = await aLibrary(here, away);
    expect(await scanAll()).toEqual([null, "there is no such folder"]);
    expect(await names()).toEqual(["barn.png"]);
    put(here, "boat.png");
    expect(await scan(here, { only: ["boat.png"] })).toBeNull();
    utimesSync(join(here, "barn.png"), 1, 1);
    expect(await scan(here, { only: ["barn.png"] })).toBeNull();
    expect(await names()).toEqual(["barn.png", "boat.png"]);
    unlinkSync(join(here, "boat.png"));
    await scanAll();
    expect(await names()).toEqual(["barn.png"]);
  });

  test("a server imports the other one at once, and the missing one when it appears", async () => {
    const [here, away] = [temporaryFolder(), join(temporaryFolder(), "away")];
    put(here, "barn.png");
    const dataDir = temporaryFolder();
    const scan = startBackgroundScan(
      { storeLocation: { dataDir }, libraryDirs: [here, away], hiddenPaths: [] },
      { watchMs: 20 },
    );
    onTestFinished(() => scan.stop());
    await scan.ended;
    const library = openedLibrary({ dataDir });
    const find = async (q: string) =>
      (await library.find({ ...NO_FILTERS, q })).pictures.map(({ fileName }) => fileName);
    expect(await find("barn")).toEqual(["barn.png"]);
    put(away, "boat.png");
    await expect.poll(() => find("boat")).toEqual(["boat.png"]);
    renameSync(away, `${away}-again`);
    const problems = async () => (await library.sources()).map(({ problem }) => problem);
    await expect.poll(problems).toEqual([null, "there is no such folder"]);
    utimesSync(join(here, "barn.png"), 1, 1);
    put(here, "tree.png");
    await expect.poll(() => find("tree")).toEqual(["tree.png"]);
    expect([await find("barn"), await find("boat")]).toEqual([["barn.png"], ["boat.png"]]);
  });
});

test.each(["outer first", "inner first"])(
  "of a folder in another one each picture is imported once, %s",
  async (order) => {
    const outer = temporaryFolder();
    const inner = join(outer, "inner");
    put(outer, "barn.png");
    put(inner, "boat.png");
    const { scanAll, names, library } = await aLibrary(
      ...(order === "outer first" ? [outer, inner] : [inner, outer]),
    );
    expect(await scanAll()).toEqual([null, null]);
    expect(await names()).toEqual(["barn.png", "boat.png"]);
    await library.removeSource(inner);
    await scanAll();
    expect(await names()).toEqual(["barn.png", "inner/boat.png"]);
  },
);

test("a folder keeps what it has of a folder in it, until that one has its pictures itself", async () => {
  const outer = temporaryFolder();
  const inner = join(outer, "inner");
  put(inner, "boat.png");
  const { add, scan, scanAll, names } = await aLibrary(outer);
  await scanAll();
  await add(inner);
  await scan(outer);
  expect(await names()).toEqual(["inner/boat.png"]);
  await scanAll();
  await scanAll();
  expect(await names()).toEqual(["boat.png"]);
});

test("a link to another source has no pictures of its own", async () => {
  const folder = temporaryFolder();
  put(folder, "barn.png");
  const link = join(temporaryFolder(), "link");
  symlinkSync(folder, link);
  const { scanAll, names } = await aLibrary(folder, link);
  expect(await scanAll()).toEqual([null, `it is the same folder as ${folder}`]);
  expect(await names()).toEqual(["barn.png"]);
});

test("of two sources that are one folder, the first loses what is deleted", async () => {
  const folder = temporaryFolder();
  put(folder, "barn.png");
  put(folder, "boat.png");
  put(folder, "tree.png");
  const link = join(temporaryFolder(), "link");
  symlinkSync(folder, link);
  const { scan, scanAll, names } = await aLibrary(folder, link);
  await scanAll();
  unlinkSync(join(folder, "boat.png"));
  await scan(folder, { only: ["boat.png"] });
  expect(await names()).toEqual(["barn.png", "tree.png"]);
  unlinkSync(join(folder, "tree.png"));
  await scanAll();
  expect(await names()).toEqual(["barn.png"]);
});

test("a folder, or a manifest, that becomes the other keeps its pictures", async () => {
  const parent = temporaryFolder();
  const [folder, manifest] = [join(parent, "folder"), join(parent, "list.json")];
  put(folder, "barn.png");
  put(parent, "boat.png");
  writeFileSync(manifest, JSON.stringify({ pictures: [{ file: "boat.png" }] }));
  const { scanAll, names } = await aLibrary(folder, manifest);
  expect(await scanAll()).toEqual([null, null]);
  rmSync(folder, { recursive: true });
  renameSync(manifest, folder);
  mkdirSync(manifest);
  expect(await scanAll()).toEqual(["it is not a folder", "it is not a regular file"]);
  expect(await names()).toEqual(["barn.png", "boat.png"]);
});

test("a folder or file that may not be read keeps its pictures, and is read when it may", async () => {
  const folder = temporaryFolder();
  chmodSync(folder, 0o755);
  for (const name of ["barn.png", "closed/boat.png", "deep/closed/tree.png"]) put(folder, name);
  const { scan, names } = await aLibrary(folder);
  await scan(folder);
  const all = await names();
  const closed = ["barn.png", "closed", "deep/closed"].map((name) => join(folder, name));
  for (const path of closed) chmodSync(path, 0);
  utimesSync(join(folder, "barn.png"), 1, 1);
  put(folder, "new.png");
  chmodSync(join(folder, "new.png"), 0);
  await unprivileged(async () => {
    expect(await scan(folder)).toBe("can't read barn.png, closed, deep/closed, new.png");
    await scan(folder, { only: ["closed/boat.png", "deep", "barn.png"] });
  });
  expect(await names()).toEqual(all);
  for (const path of [...closed, join(folder, "new.png")]) chmodSync(path, 0o755);
  await unprivileged(async () => expect(await scan(folder)).toBeNull());
  expect(await names()).toEqual([...all, "new.png"].sort());
  rmSync(join(folder, "closed"), { recursive: true });
  await scan(folder);
  expect(await names()).toEqual(["barn.png", "deep/closed/tree.png", "new.png"]);
});

test("a folder that disappears during the walk is left to the next scan", async () => {
  const folder = temporaryFolder();
  put(folder, "a/barn.png");
  put(folder, "b/boat.png");
  const { scan, names } = await aLibrary(folder);
  await scan(folder);
  const onFolder = ({ path }: { path: string }) => {
    if (path === "a") renameSync(join(folder, "b"), join(folder, ".b"));
  };
  expect(await scan(folder, { onFolder })).toBe("can't read b");
  expect(await names()).toEqual(["a/barn.png", "b/boat.png"]);
  expect(await scan(folder)).toBeNull();
  expect(await names()).toEqual(["a/barn.png"]);
});

test("a source that another folder replaces during the scan loses nothing", async () => {
  const folder = join(temporaryFolder(), "Pictures");
  put(folder, "a/barn.png");
  put(folder, "b/boat.png");
  const { scan, names } = await aLibrary(folder);
  await scan(folder);
  const onFolder = ({ path }: { path: string }) => {
    if (path !== "a") return;
    renameSync(folder, `${folder}-elsewhere`);
    put(folder, "b/other.png");
  };
  expect(await scan(folder, { onFolder })).toBe("it was replaced during the scan");
  expect(await names()).toEqual(["a/barn.png", "b/boat.png", "b/other.png"]);
});

test("a manifest keeps the pictures of a folder that is missing or empty, not a deleted one", async () => {
  const root = temporaryFolder();
  const files = ["disk/boat.png", "other/tree.png", "other/moon.png"];
  for (const file of files) put(root, file);
  const manifest = join(root, "list.json");
  writeFileSync(manifest, JSON.stringify({ pictures: files.map((file) => ({ file })) }));
  const { library, scan } = await aLibrary(manifest);
  await scan(manifest);
  const shown = async () => (await library.pictures(1, null)).map(({ path }) => path);
  renameSync(join(root, "disk"), join(root, "away"));
  unlinkSync(join(root, "other/moon.png"));
  expect(await scan(manifest)).toBe("can't read disk/boat.png");
  expect(await shown()).toEqual(["disk/boat.png", "other/tree.png"]);
  mkdirSync(join(root, "disk"));
  expect(await scan(manifest)).toBe("can't read disk/boat.png");
  expect(await shown()).toEqual(["disk/boat.png", "other/tree.png"]);
  put(root, "disk/other.png");
  expect(await scan(manifest)).toBeNull();
  expect(await shown()).toEqual(["other/tree.png"]);
});

test.skipIf(!canMount)("what was on a disk is kept until the disk is back", async () => {
  const folder = temporaryFolder();
  const disk = join(folder, "disk");
  put(folder, "barn.png");
  mountDisk(disk);
  put(disk, "2024/boat.png");
  const { scan, names } = await aLibrary(folder);
  expect(await scan(folder)).toBeNull();
  const all = ["barn.png", "disk/2024/boat.png"];
  unmountDisk(disk);
  for (const prepare of [() => {}, () => rmSync(disk, { recursive: true })]) {
    prepare();
    expect(await scan(folder)).toMatch(/^no disk is mounted on disk any more/);
    await scan(folder, { only: ["disk"] });
    expect(await names()).toEqual(all);
  }
  mountDisk(disk);
  put(disk, "2025/tree.png");
  expect(await scan(folder)).toBeNull();
  expect(await names()).toEqual(["barn.png", "disk/2025/tree.png"]);
  // Its pictures move to this disk.
  unmountDisk(disk);
  put(disk, "2025/tree.png");
  expect(await scan(folder)).toBeNull();
  rmSync(disk, { recursive: true });
  expect(await scan(folder)).toBeNull();
  expect(await names()).toEqual(["barn.png"]);
  expect(readdirSync(folder)).toEqual(["barn.png"]);
});

test.skipIf(!canMount)(
  "a scan of changes remembers a disk that it meets, and forgets none that it does not",
  async () => {
    const folder = temporaryFolder();
    const [first, second] = [join(folder, "first"), join(folder, "second")];
    mountDisk(first);
    put(folder, "barn.png");
    put(first, "boat.png");
    const { library, scan, names } = await aLibrary(folder);
    const mounts = async () => (await library.sources())[0]?.mounts;
    await scan(folder);
    mountDisk(second);
    put(second, "tree.png");
    expect(await scan(folder, { only: ["second"] })).toBeNull();
    expect(await mounts()).toEqual(["first", "second"]);
    chmodSync(folder, 0o755);
    put(folder, "private.png");
    chmodSync(join(folder, "private.png"), 0);
    await unprivileged(async () => {
      expect(await scan(folder, { only: ["private.png"] })).toBe("can't read private.png");
    });
    expect(await mounts()).toEqual(["first", "second"]);
    for (const disk of [first, second]) {
      unmountDisk(disk);
      rmSync(disk, { recursive: true });
      await scan(folder, { only: [basename(disk)] });
    }
    expect(await names()).toEqual(["barn.png", "first/boat.png", "second/tree.png"]);
  },
);

test.skipIf(!canMount)("a disk that is unmounted during a scan keeps its pictures", async () => {
  const folder = temporaryFolder();
  const disk = join(folder, "disk");
  mountDisk(disk);
  put(folder, "barn.png");
  put(disk, "boat.png");
  put(disk, "tree.png");
  const { scan, names } = await aLibrary(folder);
  await scan(folder);
  const onFolder = ({ path }: { path: string }) => {
    if (path === "disk") unmountDisk(disk);
  };
  expect(await scan(folder, { onFolder })).toMatch(/^no disk is mounted on disk any more/);
  expect(await names()).toEqual(["barn.png", "disk/boat.png", "disk/tree.png"]);
});

test("a picture that a busy machine could not decode stays, and a new one is read by the next scan", async () => {
  const folder = temporaryFolder();
  put(folder, "known.png");
  const { library, scan } = await aLibrary(folder);
  await scan(folder);
  put(folder, "new.png");
  const inspect = () => Promise.reject(new UndecodedPictureError("takes too long to decode"));
  await scan(folder, { inspect, isRereading: true });
  const pictures = async () => (await library.sources())[0]?.pictureCount;
  expect(await pictures()).toBe(1);
  expect(await library.brokenFiles(1)).toMatchObject([{ path: "new.png" }]);
  await scan(folder);
  expect(await pictures()).toBe(2);
  expect(await library.brokenFiles(1)).toEqual([]);
});
