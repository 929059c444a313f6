import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { startThread } from "@/lib/platform/worker-calls";
import { getImageTools } from "@/lib/programs/image-tools.mjs";
import type { BrokenFile, FiledPicture } from "@/lib/state/library-store";
import { repetitions } from "@/tests/support/deep";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";
import {
  exifBlock,
  HOSTILE_JSON,
  HOSTILE_PACKETS,
  iptcBlock,
  jpegWithBlocks,
  mutated,
  xmpPacket,
} from "@/tests/support/pictures/hostile-metadata";
import { solidPng } from "@/tests/support/pictures/solid-png";
import { bundleProgram } from "@/tests/support/programs/bundle-program";
import { seededRandom } from "@/tests/support/seeded-random";

/** How many attacking pictures there are for each picture without an attack. */
const CONTROL_EVERY = 10;
const CONTROLS = [
  await jpegWithBlocks({ xmp: Buffer.from(xmpPacket("<dc:title>Red barn</dc:title>")) }),
  solidPng(8, 8, "#14406b"),
];

type Scanned = {
  counts: { added: number; broken: number };
  problem: string | null;
  pictures: FiledPicture[];
  broken: BrokenFile[];
  before: unknown;
  after: unknown;
};

beforeAll(() => bundleProgram("watched-scan"));

/** Scans pictures, with unattacked ones among them, in a thread with real decoders. */
async function scanned(attacks: readonly Record<string, Buffer | string>[]): Promise<Scanned> {
  const folder = temporaryFolder();
  attacks.forEach((files, index) => {
    const number = String(index).padStart(5, "0");
    for (const [extension, content] of Object.entries(files)) {
      writeFileSync(join(folder, `${number}.${extension}`), content);
    }
    if (index % CONTROL_EVERY === 0) {
      const control = CONTROLS[(index / CONTROL_EVERY) % 2] as Buffer;
      writeFileSync(join(folder, `${number}-control.jpg`), control);
    }
  });
  const settings = { folder, decoder: resolve(".programs", "decoder.mjs") };
  const [result] = await once(startThread("tests/watched-scan", settings), "message");
  return result;
}

const OWN_PROPERTIES = Object.getOwnPropertyNames(Object.prototype);

/** Expects that no attack had an effect beyond the picture that it is in. */
function expectNoEffect({ before, after, problem, pictures, counts }: Scanned, attacks: number) {
  expect(problem).toBeNull();
  expect(after).toEqual(before);
  expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(OWN_PROPERTIES);
  const controls = pictures.filter(({ path }) => path.includes("control"));
  expect(controls).toHaveLength(Math.ceil(attacks / CONTROL_EVERY));
  for (const { picture } of controls) {
    const { name, keywords, hostUrl, host, creator, copyright, licence, camera } = picture;
    expect(name).toMatch(/^(?:Red barn|\d{5} control)$/);
    expect([hostUrl, host, creator, copyright, licence, camera]).toEqual(Array(6).fill(null));
    expect(keywords).toEqual([]);
  }
  expect(counts.added + counts.broken).toBe(attacks + controls.length);
  for (const { picture } of pictures) {
    expect(`${picture.name}${picture.keywords.join()}`).not.toMatch(/[\p{Cc}\p{Cs}\ufffd]/u);
  }
}

const plain = () => sharp({ create: { width: 8, height: 8, channels: 3, background: "#14406b" } });

test.each(["jpeg", "tiff", "png", "webp"] as const)(
  "a %s with the names of prototypes in its metadata changes nothing else",
  async (format) => {
    const attacks = await Promise.all(
      HOSTILE_PACKETS.map(async (packet) => ({
        [format]: await plain().withXmp(packet).toFormat(format).toBuffer(),
      })),
    );
    const result = await scanned(attacks);
    expectNoEffect(result, attacks.length);
    expect(result.counts.broken).toBe(0);
  },
);

test("a sidecar with the names of prototypes changes nothing else", async () => {
  const png = solidPng(8, 8, "#14406b");
  const texts = ["__proto__", "constructor", "prototype", "constructor.prototype.title=evil"];
  const attacks = [
    ...HOSTILE_PACKETS.map((xmp) => ({ png, xmp })),
    ...HOSTILE_JSON.map((json) => ({ png, json })),
    ...texts.map((txt) => ({ png, txt })),
  ];
  const result = await scanned(attacks);
  expectNoEffect(result, attacks.length);
  expect(result.counts.broken).toBe(0);
  expect(result.pictures.filter(({ picture }) => /evil$/.test(picture.name))).toHaveLength(1);
});

/** Texts of every kind of metadata, in the formats that can have it. */
async function filesOfTheField(): Promise<Record<string, Buffer>[]> {
  const folder = temporaryFolder();
  const formats = ["jpeg", "tiff", "png", "webp", "avif"] as const;
  for (const format of formats) {
    writeFileSync(join(folder, `a.${format}`), await plain().toFormat(format).toBuffer());
  }
  const tags = [
    ...["-codedcharacterset=utf8", "-IPTC:ObjectName=Zürich Straße", "-IPTC:Keywords=Київ"],
    ...["-IPTC:DateCreated=1993:08:00", "-EXIF:Artist=André Brûlé", "-EXIF:UserComment=Міст"],
    ...[
      "-EXIF:XPComment=Straße",
      "-EXIF:DateTimeOriginal=2007:06:30 18:45:17",
      "-XMP-dc:Title=007",
    ],
    ...["-XMP-dc:Subject=1e3", "-XMP-dc:Subject=True", "-XMP-photoshop:DateCreated=1952"],
    ...["-XMP-xmpRights:WebStatement=https://creativecommons.org/licenses/by/4.0/"],
    ...["-Comment=The old mill", "-PNG:Author=Ada Okoye", "-PNG:Copyright=© Ada"],
  ];
  const { exiftool } = await getImageTools();
  const paths = formats.map((format) => join(folder, `a.${format}`));
  execFileSync(exiftool, ["-q", "-q", "-m", "-overwrite_original", ...tags, ...paths]);
  const written = formats.map((format) => ({
    [format]: readFileSync(join(folder, `a.${format}`)),
  }));
  const png = solidPng(8, 8, "#14406b");
  const packet = xmpPacket("<dc:title><![CDATA[Zürich <3 Straße]]></dc:title>");
  const json = JSON.stringify({
    ...{ title: "a.png", description: "Zürich Straße", keywords: [1984, "Київ"] },
    ...{ url: "https://photos.google.com/photo/A", photoTakenTime: { timestamp: "1183229117" } },
  });
  return [
    ...written,
    ...[packet, `\ufeff${packet}`].map((xmp) => ({ png, xmp: Buffer.from(xmp) })),
    { png, xmp: Buffer.from(`\ufeff${packet}`, "utf16le").swap16() },
    ...[json, `\ufeff${json}`].map((text) => ({ png, json: Buffer.from(text) })),
    { png, json: Buffer.from(json, "utf16le") },
    ...["utf8", "latin1", "utf16le"].map((encoding) => ({
      png,
      txt: Buffer.from("Zürich Straße – „Brücke“", encoding as BufferEncoding),
    })),
  ];
}

/** Flips one to twelve bits in the part of a file in which it differs from the plain picture. */
function flipped(bytes: Buffer, plainBytes: Buffer, random: () => number): Buffer {
  const isSame = (at: number) => bytes[at] === plainBytes[at];
  const last = bytes.length - 1;
  let [start, end] = [0, 0];
  while (start < last && isSame(start)) start += 1;
  while (end < last - start && bytes.at(-1 - end) === plainBytes.at(-1 - end)) end += 1;
  const changed = Buffer.from(bytes);
  for (let count = 1 + Math.floor(random() * 12); count > 0; count -= 1) {
    const at = start + Math.floor(random() * (bytes.length - end - start));
    changed[at] = (changed[at] as number) ^ (1 << Math.floor(random() * 8));
  }
  return changed;
}

test("files with flipped bits in metadata that programs wrote are imported without garbled texts", async () => {
  const random = seededRandom(37);
  const files = await filesOfTheField();
  const plainBytes = new Map(
    await Promise.all(
      (["jpeg", "tiff", "png", "webp", "avif"] as const).map(
        async (format) => [format as string, await plain().toFormat(format).toBuffer()] as const,
      ),
    ),
  );
  const count = repetitions({ few: 60, all: 2_000 });
  const attacks = Array.from({ length: count }, (_, index) => {
    const file = Object.entries(files[index % files.length] as Record<string, Buffer>);
    // If a picture has a file beside it, the bits are flipped in that file.
    const [ending, bytes] = file.at(-1) as [string, Buffer];
    const changed = flipped(bytes, plainBytes.get(ending) ?? Buffer.alloc(0), random);
    return { ...Object.fromEntries(file), [ending]: changed };
  });
  const result = await scanned(attacks);
  expectNoEffect(result, count);
  for (const { picture } of result.pictures) {
    const { name, keywords, creator, copyright, licence, camera, takenAt } = picture;
    const texts = [name, ...keywords, creator, copyright, licence, camera, takenAt].join("");
    expect(texts).not.toMatch(/[\p{Cc}\p{Cs}\ufffd]/u);
  }
  // A picture is skipped only if the structure of its file was hit.
  expect(result.counts.added).toBeGreaterThan(count * 0.7);
});

test("mutated blocks of metadata change nothing else, and give no garbled names", async () => {
  const random = seededRandom(77);
  const text = (content: string) => Buffer.from(content, "utf8");
  const packets = [xmpPacket("<dc:title>Zürich &amp; Straße</dc:title>"), ...HOSTILE_PACKETS].map(
    text,
  );
  const exif = exifBlock({ 270: text("Straße"), 271: text("__proto__"), 40091: text("x") });
  const iptc = iptcBlock([
    [5, text("Zürich")],
    [25, text("constructor")],
    [120, Buffer.from("Stra\xdfe", "latin1")],
  ]);
  const count = repetitions({ few: 300, all: 2_000 });
  const attacks = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const xmp = mutated(packets[index % packets.length] as Buffer, random);
      if (index % 5 === 0) return { png: solidPng(8, 8, "#14406b"), xmp };
      const blocks = { xmp, exif: mutated(exif, random), iptc: mutated(iptc, random) };
      return { jpg: await jpegWithBlocks(blocks) };
    }),
  );
  expectNoEffect(await scanned(attacks), count);
});
