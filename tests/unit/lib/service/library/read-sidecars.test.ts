import { chmodSync, mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import sharp from "sharp";
import { expect, onTestFinished, test } from "vitest";
import { KEYWORDS_MAX, NO_METADATA, TRANSLATIONS_MAX } from "@/lib/decoding/file-metadata";
import { readPicture } from "@/lib/service/library/read-picture";
import { readSidecars } from "@/lib/service/library/read-sidecars";
import { type ScanResult, scanSource } from "@/lib/service/library/scan-source";
import { openMemoryLibrary } from "@/lib/state/open-library";
import { NO_FILTERS } from "@/tests/support/databases/picture-records";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";
import { PICTURE_READER } from "@/tests/support/pictures/picture-reader";
import { solidPng } from "@/tests/support/pictures/solid-png";
import { unprivileged } from "@/tests/support/programs/unprivileged";

const PICTURE = solidPng(8, 8, "#14406b");
const xmp = (title: string) => `<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""
 xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title><rdf:Alt>
<rdf:li xml:lang="x-default">${title}</rdf:li><rdf:li xml:lang="de">Scheune</rdf:li></rdf:Alt></dc:title>
</rdf:Description></rdf:RDF></x:xmpmeta>`;

/** Creates a folder with these files, and returns how to scan it and search in it. */
async function aFolder(files: Record<string, string | Buffer>) {
  const folder = join(temporaryFolder(), "Pictures");
  const write = (path: string, content: string | Buffer) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  for (const [path, content] of Object.entries(files)) write(path, content);
  const library = openMemoryLibrary();
  const skipped: string[][] = [];
  onTestFinished(() => library.close());
  const source = await library.addSource({
    location: folder,
    kind: "folder",
    origin: "command",
  });
  return {
    folder,
    write,
    skipped,
    scan: () =>
      scanSource(library, source, {
        ...PICTURE_READER,
        onSidecarSkipped: (path, reason) => skipped.push([path, reason]),
      }),
    find: async (q: string) => (await library.find({ ...NO_FILTERS, q })).pictures,
  };
}

test.each([
  ["a.png.xmp", xmp("Red barn"), ["barn", "scheune"]],
  ["a.xmp", xmp("Red barn"), ["barn", "scheune"]],
  ["a.txt", "Red barn\n in snow.\n", ["barn", "snow"]],
  [
    "a.png.json",
    JSON.stringify({ title: "a.png", description: "Red barn", tags: [{ name: "farm" }] }),
    ["barn", "farm"],
  ],
  [
    "a.json",
    JSON.stringify({ Title: "Red barn", tags: "farm; winter", creator: "Jun Ito" }),
    ["barn", "winter", "jun ito"],
  ],
])("%s says what the picture beside it shows", async (path, text, queries) => {
  const { scan, find } = await aFolder({ "a.png": PICTURE, [path]: text, "b.png": PICTURE });
  await scan();
  for (const q of queries) {
    expect((await find(q)).map(({ fileName, name }) => [fileName, name.slice(0, 8)])).toEqual([
      ["a.png", "Red barn"],
    ]);
  }
});

test("the description of a wallpaper package is for its pictures, in every language", async () => {
  const plugin = {
    Name: "Autumn",
    "Name[de]": "Herbst",
    Authors: [{ Name: "Ada Okoye" }],
    Website: "https://wallpapers.example/autumn",
  };
  const { scan, find } = await aFolder({
    "Autumn/metadata.json": JSON.stringify({ KPlugin: plugin }),
    "Autumn/contents/images/1920x1080.png": PICTURE,
    "Autumn/other/1.png": PICTURE,
  });
  await scan();
  expect(await find("herbst okoye")).toMatchObject([
    {
      fileName: "1920x1080.png",
      name: "Autumn",
      creator: "Ada Okoye",
      hostUrl: "https://wallpapers.example/autumn",
    },
  ]);
});

test("a picture is read again when its sidecar changes, and otherwise not", async () => {
  const { folder, write, scan, find } = await aFolder({ "a.png": PICTURE, "a.txt": "Barn" });
  await scan();
  expect((await scan()).counts).toMatchObject({ unchanged: 1, changed: 0 });
  write("a.txt", "Lighthouse");
  utimesSync(join(folder, "a.txt"), 1_000, 1_000);
  expect((await scan()).counts).toMatchObject({ unchanged: 0, changed: 1 });
  expect(await find("lighthouse")).toHaveLength(1);
  rmSync(join(folder, "a.txt"));
  await scan();
  expect(await find("lighthouse")).toEqual([]);
});

test("a picture is read again until its sidecar can be read, and keeps the texts that it has", async () => {
  const { folder, scan, find } = await aFolder({ "a.png": PICTURE, "a.txt": "Barn" });
  chmodSync(dirname(folder), 0o755);
  chmodSync(join(folder, "a.txt"), 0);
  const { counts, problem, unread } = await readAs(scan);
  expect([counts.added, problem, unread]).toEqual([1, "can't read a.txt", ["a.txt"]]);
  chmodSync(join(folder, "a.txt"), 0o644);
  expect(await readAs(scan)).toMatchObject({ counts: { changed: 1 }, problem: null });
  expect(await find("barn")).toHaveLength(1);
  expect((await readAs(scan)).counts).toMatchObject({ unchanged: 1 });

  // The sidecar changes, and cannot be read.
  utimesSync(join(folder, "a.txt"), 1_000, 1_000);
  chmodSync(join(folder, "a.txt"), 0);
  expect((await readAs(scan)).problem).toBe("can't read a.txt");
  expect(await find("barn")).toHaveLength(1);
  // The picture changes too: the library shows the new one.
  writeFileSync(join(folder, "a.png"), solidPng(16, 8, "#aa3322"));
  expect((await readAs(scan)).counts).toMatchObject({ changed: 1 });
  chmodSync(join(folder, "a.txt"), 0o644);
  expect((await readAs(scan)).counts).toMatchObject({ changed: 1 });
  expect(await find("barn")).toMatchObject([{ widthPx: 16 }]);
});

/** Scans as a user who may read only what all may read. */
async function readAs(scan: () => Promise<ScanResult>): Promise<ScanResult> {
  const results: ScanResult[] = [];
  await unprivileged(async () => {
    results.push(await scan());
  });
  return results[0] as ScanResult;
}

test.each([
  { url: "https://photos.google.com/photo/AF1Qip", people: [{ name: "Ada Okoye" }] },
  { url: "https://cdn.example/barn.jpg?token=5f3a", website: "https://private.example/a" },
  { sourcePage: "http://192.168.1.20/barn", hostUrl: "http://nas.local/b", source: "file:///a" },
  { source: "https://localhost/barn" },
])("private links and people of a JSON file stay private: %j", async (stated) => {
  const { scan, find } = await aFolder({
    "a.png": PICTURE,
    "a.png.json": JSON.stringify({ description: "Red barn", ...stated }),
  });
  await scan();
  expect(await find("barn")).toMatchObject([{ hostUrl: null, host: null, keywords: [] }]);
  expect(await find("okoye")).toEqual([]);
});

test.each(["sourcePage", "hostUrl", "source", "SOURCE"])(
  "%s of a JSON file is the page that the picture comes from",
  async (field) => {
    const { scan, find } = await aFolder({
      "a.png": PICTURE,
      "a.png.json": JSON.stringify({ title: "Red barn", [field]: "https://farm.example/barn" }),
    });
    await scan();
    expect(await find("barn")).toMatchObject([{ hostUrl: "https://farm.example/barn" }]);
  },
);

test("a licence's URL in a JSON file is the licence, wherever it stands", async () => {
  const licence = "https://www.gnu.org/licenses/fdl-1.3.html";
  const { scan, find } = await aFolder({
    "a.png": PICTURE,
    "a.png.json": JSON.stringify({ title: "Red barn", source: licence }),
  });
  await scan();
  expect(await find("barn")).toMatchObject([{ hostUrl: null, host: null, licence }]);
});

test.each([
  ["a.png", "a.XMP"],
  ["a.png", "a.PNG.XMP"],
  ["a.PNG", "a.png.xmp"],
  ["A.PNG", "A.PNG.XMP"],
  ["Zu\u0308rich.png", "Z\u00fcrich.xmp"],
  ["Z\u00fcrich.png", "Zu\u0308rich.png.xmp"],
])("%j is described by %j", async (picture, sidecar) => {
  const { scan, find } = await aFolder({ [picture]: PICTURE, [sidecar]: xmp("Red barn") });
  await scan();
  expect((await find("barn")).map(({ fileName }) => fileName)).toEqual([picture]);
});

test.each([
  ["a.txt", "a.TXT", "Red barn"],
  ["a.json", "a.JSON", '{ "title": "Red barn" }'],
])("an ending in upper case, as of %s, is read", async (_usual, path, text) => {
  const { scan, find } = await aFolder({ "a.png": PICTURE, [path]: text });
  await scan();
  expect(await find("barn")).toHaveLength(1);
});

const LONG = "a picture with a very long name of many words in it";

test.each([
  ["IMG_1.png", "IMG_1.png.supplemental-metadata.json"],
  ["IMG_1(1).png", "IMG_1.png.supplemental-metadata(1).json"],
  ["IMG_1(1).png", "IMG_1.png(1).json"],
  ["IMG_1-edited.png", "IMG_1.png.supplemental-metadata.json"],
  ["IMG_1-bearbeitet(2).png", "IMG_1.png.supplemental-metadata(2).json"],
  ["Screenshot_20231027_123303_News.png", "Screenshot_20231027_123303_News.png.supplement.json"],
  [
    "a picture with a name of forty-five chara.png",
    "a picture with a name of forty-five chara.png..json",
  ],
  [`${LONG}.png`, `${LONG.slice(0, 46)}.json`],
  [`${LONG}(1).png`, `${LONG.slice(0, 46)}(1).json`],
])("Google Takeout describes %s in %s", async (picture, json) => {
  const { scan, find } = await aFolder({
    [picture]: PICTURE,
    "other.png": PICTURE,
    [json]: JSON.stringify({ title: picture, description: "Red barn", photoTakenTime: {} }),
  });
  await scan();
  expect((await find("red barn")).map(({ fileName, name }) => [fileName, name])).toEqual([
    [picture, "Red barn"],
  ]);
});

test("a cut name of Google Takeout that fits two pictures describes neither", async () => {
  const { scan, find } = await aFolder({
    [`${LONG} 1.png`]: PICTURE,
    [`${LONG} 2.png`]: PICTURE,
    [`${LONG.slice(0, 46)}.json`]: JSON.stringify({ description: "Red barn" }),
  });
  await scan();
  expect(await find("red barn")).toEqual([]);
});

test.each([
  [{ timestamp: "1183229117" }, "2007-06-30"],
  [{ timestamp: 1183229117 }, "2007-06-30"],
  [{ timestamp: "1e300" }, null],
  [{ timestamp: "-1" }, "1969-12-31"],
  ["1183229117", null],
])(
  "photoTakenTime %j of Google Takeout is the day %s, and its title is no name",
  async (photoTakenTime, takenAt) => {
    const { scan, find } = await aFolder({
      "red-barn.png": PICTURE,
      "red-barn.png.json": JSON.stringify({ title: "my file.png", photoTakenTime }),
    });
    await scan();
    expect(await find("barn")).toMatchObject([{ name: "Red barn", takenAt }]);
    expect(await find(`barn ${takenAt?.slice(0, 4) ?? ""}`)).toHaveLength(1);
  },
);

test("the camera's clock precedes the day of Google Takeout, and an XMP file precedes both", async () => {
  const picture = await sharp(PICTURE)
    .withExif({ IFD2: { DateTimeOriginal: "2007:07:01 01:00:00" } })
    .png()
    .toBuffer();
  const json = JSON.stringify({ description: "Barn", photoTakenTime: { timestamp: "1183229117" } });
  const { write, scan, find } = await aFolder({ "a.png": picture, "a.png.json": json });
  await scan();
  expect(await find("barn")).toMatchObject([{ takenAt: "2007-07-01T01:00:00" }]);
  const date =
    '<photoshop:DateCreated xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/">1952</photoshop:DateCreated>';
  write("a.xmp", xmp("Barn").replace("<dc:title>", `${date}<dc:title>`));
  await scan();
  expect(await find("barn 1952")).toMatchObject([{ takenAt: "1952" }]);
});

test("numbers in a JSON file are text", async () => {
  const { scan, find } = await aFolder({
    "a.png": PICTURE,
    "a.json": '{ "title": 1984, "keywords": [7, "007", true, null, ["x"]] }',
  });
  await scan();
  expect(await find("1984")).toMatchObject([{ name: "1984", keywords: ["7", "007"] }]);
});

const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, "utf16le");

test.each([
  ["a.txt", Buffer.from("Stra\xdfe", "latin1")],
  ["a.txt", utf16("Straße")],
  ["a.txt", utf16("Straße").swap16()],
  ["a.json", Buffer.from('\ufeff{ "title": "Straße" }')],
  ["a.json", utf16('{ "title": "Straße" }')],
  ["a.xmp", utf16(xmp("Straße"))],
  ["a.txt", utf16("Straße").subarray(2)],
  ["a.json", utf16('{ "title": "Straße" }').subarray(2).swap16()],
  ["a.xmp", Buffer.from(xmp("Stra\xdfe"), "latin1")],
])("%s is read in its encoding", async (path, content) => {
  const { scan, find } = await aFolder({ "a.png": PICTURE, [path]: content });
  await scan();
  expect((await find("straße")).map(({ name }) => name)).toEqual(["Straße"]);
});

test.each([
  ["0 0.5 0.5 0.2 0.3\n1 0.1 0.2 0.1 0.1\n", "Red door"],
  ["Car 0.00 0 -1.58 587.01 173.33 614.12 200.12 1.65\r\n", "Red door"],
  ["0 1e-1 0.5 0.2 0.3 0.4 0.5 0.6 0.7", "Red door"],
  ["1984", "1984"],
  ["Room 101, 12 x 14", "Room 101, 12 x 14"],
])(
  "beside a picture, %j gives the name %s: numbers of an object detector do not",
  async (text, name) => {
    const { scan, find } = await aFolder({ "red-door.png": PICTURE, "red-door.txt": text });
    await scan();
    expect((await find("door")).map((picture) => picture.name)).toEqual([name]);
  },
);

test("a sidecar that is damaged, too long or outside of the folder says nothing", async () => {
  const outside = join(temporaryFolder(), "secret.txt");
  writeFileSync(outside, "secret");
  const { folder, scan, find, skipped } = await aFolder({
    "red-door.png": PICTURE,
    "red-door.xmp": "<x:xmpmeta",
    "red-door.json": '{ "title": ',
    "red-door.png.txt": "long ".repeat(250_000),
  });
  symlinkSync(outside, join(folder, "red-door.txt"));
  expect((await scan()).counts).toMatchObject({ added: 1, broken: 0 });
  expect(skipped).toEqual([["red-door.png.txt", "larger than 1 MB"]]);
  expect((await find("door")).map(({ name }) => name)).toEqual(["Red door"]);
  expect(await find("secret")).toEqual([]);
  expect(await find("long")).toEqual([]);
});

test("the files beside a picture are read one after the other, so that one decoder suffices", async () => {
  const root = temporaryFolder();
  const paths = ["a.png.xmp", "a.xmp", "a.png.json", "a.json", "a.png.txt", "a.txt"];
  for (const path of paths) writeFileSync(join(root, path), path);
  let readAtOnce = 0;
  let readAtOnceMax = 0;
  const stated = await readSidecars(root, paths, {
    parseSidecar: async (bytes) => {
      readAtOnce += 1;
      readAtOnceMax = Math.max(readAtOnceMax, readAtOnce);
      await new Promise(setImmediate);
      readAtOnce -= 1;
      return { ...NO_METADATA, title: bytes.toString() };
    },
  });
  expect(stated.map(({ title }) => title)).toEqual(paths);
  expect(readAtOnceMax).toBe(1);
});

test("the files beside a picture together state no more than one of them may", async () => {
  const root = temporaryFolder();
  const paths = ["a.png.json", "a.json"];
  writeFileSync(join(root, "a.png"), PICTURE);
  for (const path of paths) {
    const keywords = Array.from({ length: 150 }, (_, i) => `k${i} ${path}`);
    const titles = Array.from({ length: 30 }, (_, i) => [`title[${i}]`, `t${i} ${path}`]);
    writeFileSync(join(root, path), JSON.stringify({ keywords, ...Object.fromEntries(titles) }));
  }
  const read = await readPicture({ root, path: "a.png" }, PICTURE_READER, {}, paths);
  expect(read.keywords).toHaveLength(KEYWORDS_MAX);
  expect(read.searchText.details.match(/\bt\d/g)).toHaveLength(TRANSLATIONS_MAX);
});

test("a link beside a picture leads to such a file, not to a secret in the folder", async () => {
  const { folder, scan, find } = await aFolder({
    "red-door.png": PICTURE,
    "blue-door.png": PICTURE,
    ".env": "TOKEN=secret",
    ".git/annex/key.txt": "Harbour",
  });
  symlinkSync(".env", join(folder, "red-door.txt"));
  symlinkSync(".git/annex/key.txt", join(folder, "blue-door.txt"));
  await scan();
  expect(await find("secret")).toEqual([]);
  expect(await find("harbour")).toMatchObject([{ fileName: "blue-door.png" }]);
});

test("without a name, keywords and then the folder stand in for it", async () => {
  const { scan, find } = await aFolder({
    "Norway 2019/IMG_2041.png": PICTURE,
    "Norway 2019/IMG_2042.png": PICTURE,
    "Norway 2019/IMG_2042.json": JSON.stringify({ keywords: ["fjord", "ferry"] }),
    "IMG_2043.png": PICTURE,
  });
  await scan();
  const nameOf = async (q: string) => (await find(q)).map(({ name }) => name);
  expect(await nameOf("2041")).toEqual(["Norway 2019"]);
  expect(await nameOf("2042")).toEqual(["fjord, ferry"]);
  expect(await nameOf("2043")).toEqual([""]);
});
