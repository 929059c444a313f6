import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { startThread } from "@/lib/platform/worker-calls";
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
    const { name, keywords, hostUrl, host, photographer, rights, licence, camera } = picture;
    expect(name).toMatch(/^(?:Red barn|\d{5} control)$/);
    expect([hostUrl, host, photographer, rights, licence, camera]).toEqual(Array(6).fill(null));
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
