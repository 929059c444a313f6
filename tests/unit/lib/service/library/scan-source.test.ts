import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { inspectPicture } from "@/lib/decoding/inspect-picture";
import type { InspectPicture } from "@/lib/decoding/inspector";
import { readPicture } from "@/lib/service/library/read-picture";
import { scanSource } from "@/lib/service/library/scan-source";
import { openMemoryLibrary } from "@/lib/state/open-library";
import { NO_FILTERS } from "@/tests/support/databases/picture-records";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";
import { copyPhotographs, PHOTOGRAPHS, photographPath } from "@/tests/support/pictures/photographs";
import { PICTURE_READER } from "@/tests/support/pictures/picture-reader";
import { solidPng } from "@/tests/support/pictures/solid-png";

/** Creates a library over one folder or manifest, which counts the files that it inspects. */
async function aLibrary(location: string, kind: "folder" | "manifest" = "folder") {
  const library = openMemoryLibrary();
  const source = await library.addSource({ location, kind, origin: "command" });
  const find = async (q: string) => (await library.find({ ...NO_FILTERS, q })).pictures;
  let inspectedCount = 0;
  const inspect: InspectPicture = (bytes) => {
    inspectedCount += 1;
    return inspectPicture(bytes);
  };
  return {
    library,
    source,
    inspectedCount: () => inspectedCount,
    find,
    scan: () => scanSource(library, source, { ...PICTURE_READER, inspect }),
    count: async () => (await library.summary()).pictureCount,
    names: async (q: string) => (await find(q)).map(({ name }) => name),
    broken: () => library.brokenFiles(source.number),
  };
}

function aFolderOfPhotographs(): string {
  const folder = join(temporaryFolder(), "Photographs");
  copyPhotographs(folder);
  return folder;
}

test("real photographs are found by their titles, file names and folder", async () => {
  const library = await aLibrary(aFolderOfPhotographs());
  expect((await library.scan()).counts).toMatchObject({ added: 9, broken: 0 });
  expect(await library.names("nagasaki")).toEqual(["[Boats in River, Nagasaki]"]);
  expect(await library.names("house cat")).toEqual(["Animal Locomotion"]);
  expect(await library.names("photographs")).toHaveLength(9);
});

test("a picture is found by every word of its file name, including words that its displayed name omits", async () => {
  const folder = aFolderOfPhotographs();
  const shown = {
    "one photo": "One photo",
    "large screen": "Large screen",
    "small 1920x1080 yacht": "Small yacht",
    "cover 02": "",
    "IMG 2041": "",
  };
  for (const name of Object.keys(shown)) {
    writeFileSync(join(folder, `${name}.png`), solidPng(8, 8, "#336699"));
  }
  const library = await aLibrary(folder);
  await library.scan();
  for (const [fileName, name] of Object.entries(shown)) {
    expect(await library.names(fileName)).toEqual([name]);
    for (const word of fileName.split(" ")) expect(await library.names(word)).toContain(name);
  }
});

test("files with less common endings are imported, or listed with the reason", async () => {
  const folder = temporaryFolder();
  const jpeg = readFileSync(photographPath("dust-bowl-home"));
  const png = solidPng(8, 8, "#336699");
  const shown = { apng: png, jpg_large: jpeg, pjpeg: jpeg, pjp: jpeg, JIF: jpeg, "png-large": png };
  const raw = "a raw picture can't be decoded here: export it as JPEG, PNG or WebP";
  const listed = {
    // A DNG is a TIFF file, whose first picture is a preview.
    dng: [await sharp(png).tiff().toBuffer(), raw],
    NEF: [Buffer.from("MM\0*"), raw],
    JPG_original: [jpeg, "ExifTool's copy of a file that it changed"],
    jp2: [Buffer.from("\0\0\0\x0cjP  \r\n"), /^a JPEG 2000 picture can't/],
    ico: [Buffer.from("\0\0\x01\0\x01\0"), /^an icon or TGA picture can/],
    hif: [Buffer.from("\0\0\0\x18ftypheix\0\0\0\0mif1heix"), /^a HEIC picture can't/],
    svgz: [Buffer.from([0x1f, 0x8b, 8, 0]), /^a compressed SVG drawing can't/],
    tga: [Buffer.from("\0\0\x02\0"), /^an icon or TGA picture can/],
  } as const;
  for (const [ending, bytes] of Object.entries(shown))
    writeFileSync(join(folder, `a.${ending}`), bytes);
  for (const [ending, [bytes]] of Object.entries(listed))
    writeFileSync(join(folder, `b.${ending}`), bytes);
  const library = await aLibrary(folder);
  const { counts } = await library.scan();
  expect(counts).toMatchObject({ added: 6, broken: Object.keys(listed).length });
  const reasons = new Map((await library.broken()).map(({ path, reason }) => [path, reason]));
  for (const [ending, [, reason]] of Object.entries(listed)) {
    expect(reasons.get(`b.${ending}`)).toMatch(reason);
  }
});

test.each([
  ["Z\u00fcrich.png", "Zu\u0308rich.png"],
  ["Zu\u0308rich.png", "Z\u00fcrich.png"],
  ["Z\u00fcrich/e\u0301.png", "Zu\u0308rich/e\u0301.png"],
])("a manifest's %j finds the file %j", async (file, onDisk) => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, onDisk, ".."), { recursive: true });
  writeFileSync(join(folder, onDisk), solidPng(8, 8, "#336699"));
  const manifest = join(folder, "manifest.json");
  writeFileSync(manifest, JSON.stringify({ pictures: [{ file, name: "Harbour" }] }));
  const library = await aLibrary(manifest, "manifest");
  expect((await library.scan()).counts).toMatchObject({ added: 1, broken: 0 });
  expect(await library.names("harbour")).toEqual(["Harbour"]);
  expect((await library.scan()).counts).toMatchObject({ unchanged: 1 });
});

test("a second scan opens nothing", async () => {
  const folder = aFolderOfPhotographs();
  writeFileSync(join(folder, "broken.jpg"), "not a picture");
  const library = await aLibrary(folder);
  await library.scan();
  expect(library.inspectedCount()).toBe(10);
  const { counts } = await library.scan();
  expect(library.inspectedCount()).toBe(10);
  expect(counts).toEqual({ added: 0, changed: 0, unchanged: 9, broken: 1, removed: 0 });
});

test("files that an earlier version read are reread once, and keep their ids", async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "barn.png"), solidPng(8, 8, "#14406b"));
  const { library, source, inspectedCount, find, scan } = await aLibrary(folder);
  await scan();
  const [before] = await find("barn");
  const path = "barn.png";
  const state = {
    fileBytes: 0,
    modifiedMs: 0,
    ...(await library.knownFiles(source.number)).get(path),
  };
  const picture = {
    ...(await readPicture({ root: folder, path }, PICTURE_READER)),
    id: before?.id ?? "",
    path,
  };
  await library.save(source.number, {
    ...picture,
    ...state,
    accentColor: "#888888",
    entry: "",
  });

  expect((await scan()).counts).toMatchObject({ changed: 1, unchanged: 0 });
  expect(await find("barn")).toMatchObject([{ id: before?.id, accentColor: "#14406b" }]);
  expect((await scan()).counts).toMatchObject({ changed: 0, unchanged: 1 });
  expect(inspectedCount()).toBe(2);
});

test("a broken file is named with its reason, the others are imported, and a repaired file is imported later", async () => {
  const folder = aFolderOfPhotographs();
  const path = join(folder, "broken.jpg");
  writeFileSync(path, "not a picture");
  const library = await aLibrary(folder);
  await library.scan();
  expect(await library.count()).toBe(9);
  expect(await library.broken()).toEqual([
    { path: "broken.jpg", reason: expect.stringContaining("not a JPEG") },
  ]);
  copyFileSync(photographPath("black-canyon"), path);
  await library.scan();
  expect(await library.count()).toBe(10);
  expect(await library.broken()).toEqual([]);
});

test("a changed file is reread and keeps its id, a deleted file is removed", async () => {
  const folder = aFolderOfPhotographs();
  const library = await aLibrary(folder);
  await library.scan();
  const [before] = await library.find("canyon");
  utimesSync(join(folder, "black-canyon.jpg"), 1_000_000, 1_000_000);
  rmSync(join(folder, "march-pastoral.jpg"));
  expect((await library.scan()).counts).toMatchObject({ changed: 1, unchanged: 7, removed: 1 });
  expect((await library.find("canyon"))[0]?.id).toBe(before?.id);
  expect(await library.names("pastoral")).toEqual([]);
});

test("a folder that is gone or suddenly empty keeps its pictures and reports it", async () => {
  const folder = aFolderOfPhotographs();
  const library = await aLibrary(folder);
  await library.scan();
  renameSync(folder, `${folder}-elsewhere`);
  expect(await library.scan()).toMatchObject({ problem: "there is no such folder" });
  mkdirSync(folder);
  expect((await library.scan()).problem).toContain("empty");
  expect(await library.count()).toBe(9);
  expect((await library.library.sources())[0]?.problem).toContain("empty");
});

test("a folder that becomes empty during a scan keeps its pictures and reports it", async () => {
  const folder = aFolderOfPhotographs();
  const { library, source, scan, count } = await aLibrary(folder);
  await scan();
  for (const name of readdirSync(folder)) utimesSync(join(folder, name), 1, 1);
  const result = await scanSource(library, source, {
    ...PICTURE_READER,
    onProgress: ({ changed }) => {
      if (changed !== 2) return; // the disk leaves; its empty mount point stays
      renameSync(folder, `${folder}-elsewhere`);
      mkdirSync(folder);
    },
  });
  expect(result.problem).toContain("empty");
  expect(await count()).toBe(9);
});

test("pictures are found while the scan runs", async () => {
  const { library, source, count } = await aLibrary(aFolderOfPhotographs());
  const counts: Promise<number>[] = [];
  await scanSource(library, source, {
    ...PICTURE_READER,
    onProgress: () => counts.push(count()),
  });
  expect(await Promise.all(counts)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test("a manifest's texts take precedence over the file's, and changing them takes effect", async () => {
  const folder = aFolderOfPhotographs();
  const manifest = join(folder, "manifest.json");
  const write = (name: string) =>
    writeFileSync(
      manifest,
      JSON.stringify({
        pictures: [
          {
            file: "black-canyon.jpg",
            name,
            keywords: ["gorge"],
            hostUrl: "https://museum.example/canyon",
            rating: "moderate",
          },
          { file: "lost.jpg" },
        ],
      }),
    );
  write("River between walls");
  const library = await aLibrary(manifest, "manifest");
  await library.scan();
  expect(await library.find("gorge")).toMatchObject([
    {
      name: "River between walls",
      hostUrl: "https://museum.example/canyon",
      host: "museum.example",
      rating: "moderate",
    },
  ]);
  expect(await library.broken()).toMatchObject([
    { path: "lost.jpg", reason: "there is no such file" },
  ]);
  write("Another name");
  await library.scan();
  expect(await library.names("gorge")).toEqual(["Another name"]);
  writeFileSync(manifest, "{");
  expect((await library.scan()).problem).toBe("the file is not JSON");
  expect(await library.count()).toBe(1);
});

/** Writes `pictures` into a manifest in a folder of photographs and scans it. */
async function scanManifest(folder: string, pictures: readonly object[]) {
  const manifest = join(folder, "manifest.json");
  writeFileSync(manifest, JSON.stringify({ pictures }));
  const library = await aLibrary(manifest, "manifest");
  await library.scan();
  return library;
}

const DECLARED = { width: 30, height: 20, accentColor: "#0a0b0c", transparent: true };

test("a picture whose size, colour and transparency a manifest declares is not decoded", async () => {
  const folder = aFolderOfPhotographs();
  // The beginning of a JPEG alone: any attempt to decode it would fail.
  writeFileSync(
    join(folder, "head.jpg"),
    readFileSync(photographPath("black-canyon")).subarray(0, 64),
  );
  const library = await scanManifest(folder, [
    { file: "head.jpg", name: "Canyon", host: "museum.example", ...DECLARED },
  ]);
  expect(await library.find("canyon")).toMatchObject([
    {
      widthPx: 30,
      heightPx: 20,
      accentColor: "#0a0b0c",
      isTransparent: true,
      format: "jpeg",
      hostUrl: null,
      host: "museum.example",
    },
  ]);
});

test("a picture that declares only some of these is measured", async () => {
  const { transparent: _, ...parts } = DECLARED;
  const library = await scanManifest(aFolderOfPhotographs(), [
    { file: "black-canyon.jpg", name: "Canyon", ...parts },
  ]);
  const [canyon] = await library.find("canyon");
  expect(canyon).toMatchObject({ isTransparent: false });
  expect(canyon?.widthPx).toBeGreaterThan(DECLARED.width);
});

test("a declared picture is still broken if its file is not a picture", async () => {
  const folder = aFolderOfPhotographs();
  writeFileSync(join(folder, "text.jpg"), "not a picture");
  const library = await scanManifest(folder, [
    { file: "text.jpg", ...DECLARED },
    { file: "lost.jpg", ...DECLARED },
  ]);
  expect((await library.broken()).map(({ reason }) => reason)).toEqual([
    "there is no such file",
    expect.stringContaining("not a JPEG"),
  ]);
});

test("a picture that moves within its manifest keeps its id, even when two swap paths", async () => {
  const folder = aFolderOfPhotographs();
  const manifest = join(folder, "manifest.json");
  const files = readdirSync(folder);
  const write = (...order: readonly number[]) =>
    writeFileSync(
      manifest,
      JSON.stringify({
        pictures: order.map((file, i) => ({
          file: files[file],
          name: `Picture ${i}`,
          imageUrl: `https://museum.example/${i}`,
        })),
      }),
    );
  const library = await aLibrary(manifest, "manifest");
  const found = async () => (await library.find("picture")).map(({ id, name }) => ({ id, name }));
  write(0, 1, 2);
  await library.scan();
  const before = await found();
  for (const order of [
    [3, 1, 2], // one to a new place
    [1, 3, 2], // two change places
    [2, 1, 3], // one to another's place, that one to another's
  ]) {
    write(...order);
    expect((await library.scan()).problem).toBeNull();
    expect(await found()).toHaveLength(3);
    expect(await found()).toEqual(expect.arrayContaining(before));
  }
  expect((await library.scan()).counts).toMatchObject({ unchanged: 3, removed: 0 });
});

test("a pipe or a folder in place of a file is reported as broken, and does not stop the scan", async () => {
  const folder = aFolderOfPhotographs();
  execFileSync("mkfifo", [join(folder, "pipe.jpg")]);
  mkdirSync(join(folder, "folder.jpg"));
  const manifest = join(folder, "manifest.json");
  const pictures = ["pipe.jpg", "folder.jpg", "black-canyon.jpg"].map((file) => ({ file }));
  writeFileSync(manifest, JSON.stringify({ pictures }));
  const library = await aLibrary(manifest, "manifest");
  expect((await library.scan()).counts).toMatchObject({ added: 1, broken: 2 });
  expect((await library.broken()).map(({ reason }) => reason)).toEqual([
    "not a regular file",
    "not a regular file",
  ]);
});

test.each(["others", "photographs of others"])(
  "a file that becomes a link to the folder “%s” during the scan is not read",
  async (beside) => {
    const parent = temporaryFolder();
    const root = join(parent, "photographs");
    for (const folder of [root, join(parent, beside)]) renameSync(aFolderOfPhotographs(), folder);
    const path = "black-canyon.jpg";
    rmSync(join(root, path));
    symlinkSync(join(parent, beside, path), join(root, path));
    await expect(readPicture({ root, path }, PICTURE_READER)).rejects.toThrow("outside its folder");
  },
);

test("a name is one line without characters that reorder it, whatever the file is called", async () => {
  const folder = aFolderOfPhotographs();
  const name = "harbour\u202egpj\n\u001b[31mboats.jpg";
  renameSync(join(folder, "black-canyon.jpg"), join(folder, name));
  const manifest = join(folder, "manifest.json");
  const pictures = [{ file: name, name: "\u2066Harbour\u001b\tat\u202e night" }];
  writeFileSync(manifest, JSON.stringify({ pictures }));
  const given = await aLibrary(manifest, "manifest");
  await given.scan();
  expect(await given.names("harbour")).toEqual(["Harbour at night"]);
});

test("a picture without a name is stored without a placeholder", async () => {
  const folder = join(temporaryFolder(), "Photographs");
  mkdirSync(folder);
  writeFileSync(join(folder, "IMG_2041.png"), solidPng(40, 30, "#a05020"));
  const library = await aLibrary(folder);
  await library.scan();
  expect(await library.names("photographs")).toEqual([""]);
});

test("scanning leaves no trace in the folder", async () => {
  const folder = aFolderOfPhotographs();
  const before = readdirSync(folder);
  await (await aLibrary(folder)).scan();
  expect(readdirSync(folder)).toEqual(before);
});

test("each picture is one result, in its largest size, of a folder with 20 sizes of each", async () => {
  const folder = temporaryFolder();
  const longestPx = Array.from({ length: 20 }, (_, i) => 40 + 20 * i);
  for (const [i, name] of PHOTOGRAPHS.entries()) {
    const original = sharp(photographPath(name)).autoOrient();
    for (const side of longestPx) {
      const format = (["jpeg", "png", "webp"] as const)[(side / 20 + i) % 3] ?? "jpeg";
      await original
        .clone()
        .resize(side, side, { fit: "inside" })
        .toFormat(format)
        .toFile(join(folder, `${name}-${side}.${format}`));
    }
  }
  const library = await aLibrary(folder);
  expect((await library.scan()).counts.added).toBe(PHOTOGRAPHS.length * longestPx.length);
  const all = await library.find(basename(folder));
  expect(all.map(({ fileName }) => fileName.replace(/-\d+\.\w+$/, "")).sort()).toEqual(PHOTOGRAPHS);
  for (const { widthPx, heightPx, copyCount, sizeCount } of all) {
    expect(Math.max(widthPx, heightPx)).toBe(420);
    expect([copyCount, sizeCount]).toEqual([20, 20]);
  }
  for (const word of ["boats", "landscape", "house", "png"]) {
    const found = (await library.find(word)).map(({ fileName }) => fileName.split("-")[0]);
    expect(new Set(found).size, word).toBe(found.length);
  }
});
