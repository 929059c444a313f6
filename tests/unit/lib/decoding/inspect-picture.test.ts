import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { inspectPicture } from "@/lib/decoding/inspect-picture";
import { makeThumbnail } from "@/lib/decoding/make-thumbnail";
import { UnusablePictureError } from "@/lib/decoding/usable-picture";
import { getImageTools } from "@/lib/programs/image-tools.mjs";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";
import { pngChunk } from "@/tests/support/pictures/hostile-pictures";
import { PHOTOGRAPHS, photographPath } from "@/tests/support/pictures/photographs";
import { solidPng } from "@/tests/support/pictures/solid-png";
import { bundleProgram } from "@/tests/support/programs/bundle-program";

const opaque = () =>
  sharp({ create: { width: 60, height: 30, channels: 3, background: "#a05020" } });

test.each(["jpeg", "png", "gif", "webp", "avif", "tiff"] as const)(
  "%s is accepted and recognised by its bytes",
  async (format) => {
    const inspection = await inspectPicture(await opaque().toFormat(format).toBuffer());
    expect(inspection).toMatchObject({ format, widthPx: 60, heightPx: 30, isTransparent: false });
  },
);

test("the size is that after orientation", async () => {
  const turned = await opaque().withMetadata({ orientation: 6 }).jpeg().toBuffer();
  expect(await inspectPicture(turned)).toMatchObject({ widthPx: 30, heightPx: 60 });
});

test("a fully opaque alpha channel is not transparency", async () => {
  const image = await opaque().ensureAlpha().png().toBuffer();
  expect((await inspectPicture(image)).isTransparent).toBe(false);
});

test.each(["png", "webp", "avif", "gif"] as const)(
  "one see-through pixel of a %s is transparency",
  async (format) => {
    const pixels = Buffer.alloc(60 * 30 * 4, 255);
    pixels[60 * 4 * 15 + 3] = 0;
    const raw = { width: 60, height: 30, channels: 4 as const };
    const image = await sharp(pixels, { raw }).toFormat(format, { lossless: true }).toBuffer();
    expect((await inspectPicture(image)).isTransparent).toBe(true);
  },
);

test("real photographs are read without a warning", async () => {
  for (const name of PHOTOGRAPHS) {
    const inspection = await inspectPicture(readFileSync(photographPath(name)));
    expect(inspection).toMatchObject({ format: "jpeg", isTransparent: false });
    expect(inspection.widthPx).toBeGreaterThan(300);
    expect(inspection.accentColor).toMatch(/^#[0-9a-f]{6}$/);
  }
});

test.each([
  ["an empty file", Buffer.alloc(0), /empty/],
  ["text", Buffer.from("hello"), /not a JPEG/],
  ["an SVG without a size", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), /damaged/],
  ["other XML", Buffer.from('<?xml version="1.0"?><rss/>'), /damaged/],
  [
    "an SVG of too many units",
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9000000" height="9000000"/>'),
    /200 million/,
  ],
  ["a HEIC", Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic"), /a HEIC picture/],
  ["a JPEG XL", Buffer.from("\0\0\0\x0cJXL \r\n"), /a JPEG XL picture/],
  ["a BMP", Buffer.from("BM\x46\0\0\0"), /a BMP picture/],
  ["a text", Buffer.from("to be or not"), /not a JPEG/],
  ["a JPEG's first bytes alone", Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]), /damaged/],
])("%s is refused with its reason", async (_what, bytes, reason) => {
  await expect(inspectPicture(bytes)).rejects.toThrow(UnusablePictureError);
  await expect(inspectPicture(bytes)).rejects.toThrow(reason);
});

test.each(["jpeg", "png", "webp"] as const)("a %s cut in half is damaged", async (format) => {
  const noise = Buffer.from(Array.from({ length: 200 * 200 * 3 }, (_, i) => (i * i) % 251));
  const whole = await sharp(noise, { raw: { width: 200, height: 200, channels: 3 } })
    .toFormat(format)
    .toBuffer();
  await expect(inspectPicture(whole.subarray(0, whole.length / 2))).rejects.toThrow(/damaged/);
});

test("a grey picture's alpha channel is checked too", async () => {
  const pixels = Buffer.alloc(60 * 30 * 2, 255);
  pixels[1] = 0;
  const raw = { width: 60, height: 30, channels: 2 as const };
  const image = await sharp(pixels, { raw }).toColourspace("b-w").png().toBuffer();
  expect((await sharp(image).metadata()).channels).toBe(2);
  expect((await inspectPicture(image)).isTransparent).toBe(true);
});

test("see-through pixels are found in every part of a picture that is read in parts", async () => {
  const [width, height] = [1000, 66_000];
  const alpha = Buffer.alloc(width * height, 255);
  alpha[alpha.length - 1] = 254;
  const image = await sharp({
    create: { width, height, channels: 3, background: "#a05020" },
  })
    .joinChannel(alpha, { raw: { width, height, channels: 1 } })
    .png({ compressionLevel: 1 })
    .toBuffer();
  expect((await inspectPicture(image)).isTransparent).toBe(true);
});

test("a small file with very many pixels is never in memory as a whole", async () => {
  const program = await bundleProgram("inspecting-program");
  const file = join(temporaryFolder(), "many.png");
  writeFileSync(file, solidPng(14_000, 14_000, "#a05020", { alpha: 255 }));
  const said = JSON.parse(execFileSync(process.execPath, [program, file], { encoding: "utf8" }));
  expect(said.inspection).toMatchObject({ widthPx: 14_000, isTransparent: false });
  // As RGBA it would take 784 MB.
  expect(said.peakBytes).toBeLessThan(450_000_000);
});

test.each([
  ["of more pixels than anyone's panorama", solidPng(15_000, 15_000, "#a05020"), /200 million/],
  [
    "that can only be decoded as a whole, and is too large for that",
    solidPng(13_000, 13_000, "#a05020", { alpha: 255, isInterlaced: true }),
    /too large for its kind/,
  ],
])("a picture %s is refused before it is decoded", async (_what, bytes, reason) => {
  const before = process.cpuUsage();
  await expect(inspectPicture(bytes)).rejects.toThrow(UnusablePictureError);
  await expect(inspectPicture(bytes)).rejects.toThrow(reason);
  // CPU time, which does not depend on the machine's other work.
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1_000).toBeLessThan(1000);
});

test("a picture that takes too long is skipped for that reason", async () => {
  // Takes any machine longer than the time between two looks at the clock.
  const bytes = solidPng(7000, 7000, "#a05020", { alpha: 255 });
  await expect(inspectPicture(bytes, { cpuSecondsMax: 0 })).rejects.toThrow(/takes more than/);
});

const LEAF =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 12" width="24" height="12"><path fill="#1f8a3b" d="M2 6c6-8 14-4 20 0c-6 4-14 8-20 0"/></svg>';

test("a drawing counts as a picture of at least 1024 pixels", async () => {
  expect(await inspectPicture(Buffer.from(`<?xml version="1.0"?>\n${LEAF}`))).toMatchObject({
    format: "svg",
    widthPx: 1024,
    heightPx: 512,
    isTransparent: true,
    accentColor: "#1f8a3b",
  });
});

test("a drawing reads no other file", async () => {
  const file = join(temporaryFolder(), "secret.png");
  writeFileSync(file, await opaque().png().toBuffer());
  const image = `<image href="file://${file}" width="24" height="12"/>`;
  const include = `<!DOCTYPE svg [<!ENTITY x SYSTEM "file://${file}">]>`;
  for (const svg of [LEAF.replace("<path", `${image}<path`), `${include}${LEAF}`]) {
    expect(await inspectPicture(Buffer.from(svg))).toMatchObject({ accentColor: "#1f8a3b" });
  }
});

const svg = (attributes: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}><rect width="100%" height="100%" fill="red"/></svg>`;
const SMALL = svg('width="40" height="30"');
const prefixed = (prefix: string) =>
  SMALL.replace(/<(\/?)(?=\w)/g, `<$1${prefix}:`).replace("xmlns=", `xmlns:${prefix}=`);

test.each([
  ["with the prefix svg", Buffer.from(prefixed("svg"))],
  ["with another prefix", Buffer.from(prefixed("ns0"))],
  ["with a prefix and a declaration", Buffer.from(`<?xml version="1.0"?>${prefixed("ns0")}`)],
  ["in UTF-16", Buffer.from(`\ufeff${SMALL}`, "utf16le")],
  [
    "in UTF-16 with a declaration",
    Buffer.from(`\ufeff<?xml version="1.0" encoding="UTF-16"?>${SMALL}`, "utf16le").swap16(),
  ],
  [
    "in Latin-1",
    Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?><!--\xe9-->${SMALL}`, "latin1"),
  ],
  ["behind a long comment", Buffer.from(`<!--${"licence ".repeat(500)}-->${SMALL}`)],
])("an SVG %s is drawn", async (_what, bytes) => {
  expect(await inspectPicture(bytes)).toMatchObject({
    ...{ format: "svg", widthPx: 1024, heightPx: 768, accentColor: "#ff0000" },
  });
});

test.each([
  ['viewBox="0 0 20000 10000"', 8192, 4096],
  ['width="30000" height="30000"', 8192, 8192],
  ['viewBox="0 0 100 50"', 1024, 512],
])("an SVG with %s is drawn with %d x %d pixels", async (attributes, widthPx, heightPx) => {
  const inspection = await inspectPicture(Buffer.from(svg(attributes)));
  expect(inspection).toMatchObject({ widthPx, heightPx, accentColor: "#ff0000" });
});

const NOISE = Buffer.from(Array.from({ length: 200 * 200 * 3 }, (_, i) => (i * i) % 251));
const noise = () => sharp(NOISE, { raw: { width: 200, height: 200, channels: 3 } });

test.each([false, true])(
  "a JPEG (progressive: %s) that lacks its end marker only is read",
  async (progressive) => {
    const jpeg = await noise().jpeg({ progressive }).toBuffer();
    for (const end of [-2, -1]) {
      expect(await inspectPicture(jpeg.subarray(0, end))).toMatchObject({ widthPx: 200 });
    }
    for (const end of [-3, -50, jpeg.length * 0.7, jpeg.length * 0.4]) {
      await expect(inspectPicture(jpeg.subarray(0, end))).rejects.toThrow(/damaged/);
    }
  },
);

/** The middle pixel of a thumbnail of the library. */
async function middleOf(bytes: Buffer): Promise<number[]> {
  const job = { widthPx: 160, format: "webp", effort: "quick", pixelsMax: 200_000_000 } as const;
  const { body } = await makeThumbnail({ ...job, isForeign: false }, bytes);
  const { data, info } = await sharp(body).raw().toBuffer({ resolveWithObject: true });
  const at = (info.width * (info.height >> 1) + (info.width >> 1)) * info.channels;
  return [...data.subarray(at, at + 3)];
}

async function expectColour(bytes: Buffer, colour: readonly number[]) {
  const { accentColor } = await inspectPicture(bytes);
  const accent = [1, 3, 5].map((at) => Number.parseInt(accentColor.slice(at, at + 2), 16));
  for (const found of [accent, await middleOf(bytes)]) {
    for (const [channel, value] of colour.entries()) {
      expect(Math.abs((found[channel] ?? 0) - value)).toBeLessThan(5);
    }
  }
}

const gama = (gamma: number) => {
  const data = Buffer.alloc(4);
  data.writeUInt32BE(Math.round(gamma * 100_000));
  return pngChunk("gAMA", data);
};

// What Chromium 152 shows for the first.
test.each([
  ["of linear light", [gama(1)], 137],
  ["of an old Mac", [gama(1 / 1.8)], 82],
  ["as usual", [gama(1 / 2.2)], 64],
  ["of a dark screen", [gama(1 / 2.6)], 50],
  ["of linear light, but sRGB", [gama(1), pngChunk("sRGB", Buffer.from([0]))], 64],
])("a PNG with a gamma %s is shown as browsers show it", async (_what, chunks, value) => {
  const grey = { create: { width: 20, height: 20, channels: 3, background: "#404040" } } as const;
  const png = await sharp(grey).png().toBuffer();
  const bytes = Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33)]);
  await expectColour(bytes, [value, value, value]);
});

const box = (background: string, channels: 3 | 4 = 3) =>
  sharp({ create: { width: 40, height: 20, channels, background } });

test.each([
  ["16 bits, PNG", () => box("#804020").toColourspace("rgb16").png().toBuffer()],
  ["a palette, PNG", () => box("#804020").png({ palette: true }).toBuffer()],
  ["Lab with 16 bits, TIFF", () => box("#804020").toColourspace("lab").tiff().toBuffer()],
  ["a wide gamut, PNG", () => box("#804020").withIccProfile("p3").png().toBuffer()],
  ["16 bits, TIFF", () => box("#804020").toColourspace("rgb16").tiff().toBuffer()],
])("the colours of a picture with %s are right", async (_what, make) => {
  await expectColour(await make(), [128, 64, 32]);
});

test.each(["jpeg", "png", "webp", "tiff"] as const)(
  "a %s is turned as its EXIF states",
  async (format) => {
    const bytes = await box("#804020").withMetadata({ orientation: 6 }).toFormat(format).toBuffer();
    expect(await inspectPicture(bytes)).toMatchObject({ widthPx: 20, heightPx: 40 });
  },
);

test("an AVIF is turned as its container states, not its EXIF, as browsers do", async () => {
  const bytes = await box("#804020").avif().toBuffer();
  const file = join(temporaryFolder(), "a.avif");
  writeFileSync(file, bytes);
  const { exiftool } = await getImageTools();
  execFileSync(exiftool, ["-q", "-n", "-overwrite_original", "-EXIF:Orientation=6", file]);
  expect(await inspectPicture(readFileSync(file))).toMatchObject({ widthPx: 40, heightPx: 20 });
});

test("the first frame of an animation that is not wholly transparent is the picture", async () => {
  const frames = await Promise.all(
    ["#00000000", "#00000000", "#ff0000", "#0000ff"].map((each) => box(each, 4).png().toBuffer()),
  );
  const gif = await sharp(frames, { join: { animated: true } })
    .gif({ delay: 100 })
    .toBuffer();
  await expectColour(gif, [255, 0, 0]);
});

test("a TIFF of floating-point numbers, whose range is unknown, is refused with its reason", async () => {
  // Width, height, bits, compression, photometric, strip, samples, rows, bytes, number format.
  const tags = [256, 257, 258, 259, 262, 273, 277, 278, 279, 339];
  const values = [1, 1, 32, 1, 1, 8, 1, 1, 4, 3];
  const bytes = Buffer.alloc(12 + 2 + tags.length * 12 + 4);
  bytes.write("II*\0", "latin1");
  bytes.writeUInt32LE(12, 4);
  bytes.writeFloatLE(0.5, 8);
  bytes.writeUInt16LE(tags.length, 12);
  tags.forEach((tag, index) => {
    const at = 14 + index * 12;
    bytes.writeUInt16LE(tag, at);
    bytes.writeUInt16LE(4, at + 2);
    bytes.writeUInt32LE(1, at + 4);
    bytes.writeUInt32LE(values[index] ?? 0, at + 8);
  });
  await expect(inspectPicture(bytes)).rejects.toThrow(
    /TIFF picture with numbers of the type float/,
  );
});
